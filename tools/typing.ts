import type { Locator } from 'playwright';
import { groupCountedBy } from '../engine/forms/entries.ts';
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
 * @param timeout how long a control is waited for, in milliseconds
 */
export async function fillField(
  island: Locator,
  field: FieldDefinition,
  value: Json,
  timeout = patience,
): Promise<void> {
  if (field.type === 'hidden') return;
  if (groupCountedBy(field) !== undefined) return await showEntries(island, field, Number(value), timeout);
  const controls = island.locator(`form [name="${field.name}"]`);
  const kind = await controls.first().evaluate((control: HTMLInputElement) => control.type, undefined, { timeout });
  const texts = [value].flat().map(String);
  const withValue = (text: string): Locator => controls.and(island.page().locator(`[value="${text}"]`));
  switch (kind) {
    case 'select-one':
      // A ranking has a list for each place.
      for (const [place, list] of (await controls.all()).entries())
        await list.selectOption(texts[place] ?? '', { timeout });
      return;
    case 'radio':
      // A visitor cannot clear a chosen option.
      if (value !== '')
        await island.locator(`label:has([name="${field.name}"][value="${value}"])`).first().click({ timeout });
      return;
    case 'checkbox':
      if (field.type !== 'choices') return await controls.first().setChecked(value === true, { timeout });
      // What is taken back first makes room where only so many can be chosen.
      for (const isChosen of [false, true])
        for (const option of field.options)
          if (texts.includes(option.value) === isChosen)
            await withValue(option.value).setChecked(isChosen, { timeout });
      return;
    case 'date':
    case 'time':
      return await controls.first().fill(String(value), { timeout });
    case 'range':
      return await controls.first().evaluate((control: HTMLInputElement, text) => {
        control.value = text;
        control.dispatchEvent(new Event('input', { bubbles: true }));
      }, String(value));
    default:
      await typeInto(controls.and(island.page().locator(':visible')).first(), String(value), timeout);
  }
}

/** Adds entries to a group that repeats, or removes the last ones. */
async function showEntries(island: Locator, { name }: FieldDefinition, wanted: number, timeout: number): Promise<void> {
  const group = island.locator(`fieldset:has(> [name="${name}"])`);
  const entries = group.locator('[data-entry]');
  for (let count = await entries.count(); count !== wanted; count += Math.sign(wanted - count)) {
    const isMore = count < wanted;
    await group.locator(isMore ? '> [data-add]' : `[data-send="${name}.${count - 1}"]`).click({ timeout });
    await entries.nth(isMore ? count : count - 1).waitFor({ state: isMore ? 'attached' : 'detached', timeout });
  }
}
