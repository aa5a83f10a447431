/** Fills in the form of the landing fixture. */
import type { Page } from 'playwright';

/** @param within a selector of an ancestor of the fields, such as a dialog */
export async function fillLead(page: Page, within = ''): Promise<void> {
  for (const [name, value] of [
    ['name', 'Ana Lima'],
    ['email', 'ana@exemplo.com.br'],
    ['phone', '11987654321'],
  ] as const)
    await page.locator(`${within} [name=${name}]`).fill(value);
}
