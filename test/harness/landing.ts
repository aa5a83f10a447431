/** The landing fixture's form, filled in. */
import type { Page } from 'playwright';

/** @param within a selector that the fields stand in, such as a dialog's */
export async function fillLead(page: Page, within = ''): Promise<void> {
  for (const [name, value] of [
    ['name', 'Ana Lima'],
    ['email', 'ana@exemplo.com.br'],
    ['phone', '11987654321'],
  ] as const)
    await page.locator(`${within} [name=${name}]`).fill(value);
}
