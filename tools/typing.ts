import type { Locator } from 'playwright';
import type { FieldDefinition } from '../engine/forms/types.ts';
import type { Json } from '../schemas/compiled.ts';

/** How long a field is waited for, in milliseconds. */
const patience = 30_000;

/**
 * Replaces the content of a field: all but the last character in one edit, the last one by its key. Masks and error flags
 * react to both kinds of edit; a key for each character takes ten milliseconds of processor time each.
 */
export async function typeInto(field: Locator, value: string, timeout = patience): Promise<void> {
  await field.fill(value.slice(0, -1), { timeout });
  if (value !== '') await field.pressSequentially(value.slice(-1), { timeout });
}

/**
 * Fills in a field of a form as a visitor does.
 * @param island the flow with the form
 * @param timeout how long the field is waited for, in milliseconds
 */
export async function fillField(
  island: Locator,
  field: FieldDefinition,
  value: Json,
  timeout = patience,
): Promise<void> {
  const input = island.locator(`form [name="${field.name}"]`);
  if (field.type === 'hidden') return;
  if (field.type === 'checkbox') await input.first().setChecked(value === true, { timeout });
  else if (field.type === 'choice') {
    if (value !== '')
      await island.locator(`label:has([name="${field.name}"][value="${value}"])`).first().click({ timeout });
  } else if (field.type === 'choices') {
    for (const option of field.options)
      await input
        .and(island.page().locator(`[value="${option.value}"]`))
        .setChecked((value as string[]).includes(option.value), { timeout });
  } else await typeInto(input.first(), String(value), timeout);
}
