/** The controls of a field: what they are, and how a test gives them a value. */
import type { Locator } from 'playwright';

/** The kind of a field's controls, such as `radio`, `select-one` or `date`. */
export const kindOf = (controls: Locator): Promise<string> =>
  controls.first().evaluate((each) => (each as HTMLInputElement).type);

/** Gives the controls of a field a value with a pointer, as they allow: of several lists, each takes one of several values. */
export async function setControls(controls: Locator, value: string | readonly string[]): Promise<void> {
  const kind = await kindOf(controls);
  if (kind === 'select-one')
    for (const [index, list] of (await controls.all()).entries())
      await list.selectOption([value].flat()[index] as string);
  else if (kind === 'radio') await controls.and(controls.page().locator(`[value="${value}"]`)).check();
  else if (kind === 'checkbox')
    for (const box of await controls.all()) await box.setChecked(value.includes(await box.inputValue()));
  else await controls.fill(value as string);
}
