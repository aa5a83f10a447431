/** Walks any flow in a browser, with answers that its definition accepts. */
import type { Page } from 'playwright';
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import { typeInto } from '../../tools/typing.ts';

/** A snapshot of what a visitor sees. */
export interface Snapshot {
  readonly flow: string;
  readonly screen: string;
  /** Path and query. */
  readonly address: string;
  /** The values of the fields, by name; null for a choice that is not made. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const phases = /\.(ready|failed|call-\d+|load-\d+|do-[^.]+|draw|run)$/;

/** A snapshot of the page; null while it is being replaced. */
export const snapshotOf = (page: Page): Promise<Snapshot | null> =>
  page
    .evaluate((): Snapshot | null => {
      const root = document.querySelector<HTMLElement>('[data-island]:not([data-instance])');
      if (root === null) return null;
      const answers: Record<string, unknown> = {};
      for (const field of root.querySelectorAll<HTMLInputElement>('form [name]:not([type=hidden]):not(button)')) {
        const { name, type, value, checked } = field;
        if (type === 'radio') answers[name] = checked ? value : (answers[name] ?? null);
        else if (type === 'checkbox') answers[`${name}=${value}`] = checked;
        else answers[name] = value;
      }
      return {
        flow: root.dataset['flow'] ?? '',
        // React is on its way.
        screen: 'waits' in root.dataset ? '' : (root.dataset['state'] ?? root.dataset['screen'] ?? ''),
        address: location.pathname + location.search,
        answers,
      };
    })
    .then((seen) => seen && { ...seen, screen: seen.screen.replace(phases, '') })
    .catch(() => null);

function validValue({ name, type, rules }: FieldDefinition): string {
  if (type === 'email') return 'maria@exemplo.com.br';
  if (type === 'tel') return '11987654321';
  const longest = Math.max(0, ...rules.map((rule) => (rule.rule === 'minLength' ? rule.length : 0)));
  return `Maria Clara ${name} `.repeat(Math.ceil(longest / 12) || 1).trim();
}

/** Fills in the current screen with valid answers, without submitting. */
export async function answerScreen(
  page: Page,
  site: SiteDefinition,
  flow: FlowDefinition,
  screen: string,
): Promise<void> {
  const step = flow.steps[screen.split('.')[0] as string];
  if (step?.kind === 'ask') {
    await page.locator('[data-question] label').nth(1).click();
    return;
  }
  if (step?.kind !== 'form') return;
  for (const field of site.forms[step.form]?.fields ?? []) {
    const input = page.locator(`[data-island] [name="${field.name}"]`);
    if (field.type === 'checkbox') await input.setChecked(true);
    else if (field.type === 'choice' || field.type === 'choices')
      await page.locator(`[data-island] label:has([name="${field.name}"])`).first().click();
    else if (field.type !== 'hidden') await typeInto(input, validValue(field));
  }
}

/** Whether a step has fields or questions. */
export const takesAnswers = (flow: FlowDefinition, screen: string): boolean => {
  const { kind } = flow.steps[screen.split('.')[0] as string] ?? {};
  return kind === 'ask' || kind === 'form';
};

/**
 * Continues from a screen: submits it, or presses a button that leads to another step. False when there is no way on.
 */
export async function continueFrom(page: Page, flow: FlowDefinition, screen: string): Promise<boolean> {
  const step = flow.steps[screen.split('.')[0] as string];
  if (step === undefined || (step.final === true && step.next === undefined && step.on === undefined)) return false;
  switch (step.kind) {
    case 'ask':
      await page.locator('[data-question] [type=submit]').click();
      return true;
    case 'form':
      await page.locator('[data-island] form:not([data-question]) [type=submit]').first().click();
      return true;
    case 'show': {
      const [name] = Object.entries(step.on ?? {}).find(([, { to }]) => to !== undefined) ?? [];
      if (name !== undefined) await page.locator(`[data-send="${name}"]`).first().click();
      return name !== undefined;
    }
    default:
      return false;
  }
}

/**
 * Closes the tab and opens it again: another page with the same storage and the same history entry. A browser restores
 * both; unlike there, the earlier entries are missing.
 */
export async function reopen(page: Page): Promise<Page> {
  const kept = await page.evaluate(() => ({
    storage: { ...sessionStorage } as Record<string, string>,
    state: history.state as unknown,
  }));
  const again = await page.context().newPage();
  const address = page.url();
  await again.addInitScript(({ storage, state }) => {
    if (sessionStorage.length > 0) return;
    for (const [name, value] of Object.entries(storage)) sessionStorage.setItem(name, value);
    history.replaceState(state, '');
  }, kept);
  await again.goto(address);
  return again;
}
