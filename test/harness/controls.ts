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
  else if (kind === 'checkbox') await setBoxes(controls, value);
  else await controls.fill(value as string);
}

/** Clicks the boxes that are to change, in order. One look finds the next: a click may change the boxes after it. */
async function setBoxes(controls: Locator, values: string | readonly string[]): Promise<void> {
  const count = await controls.count();
  for (let index = 0; index < count; index += 1) {
    const skipped = await controls.evaluateAll(
      (all, [from, wanted]) =>
        (all as HTMLInputElement[]).slice(from).findIndex(({ checked, value }) => checked !== wanted.includes(value)),
      [index, values] as const,
    );
    if (skipped < 0) return;
    index += skipped;
    const box = controls.nth(index);
    await box.setChecked(!(await box.isChecked()));
  }
}
