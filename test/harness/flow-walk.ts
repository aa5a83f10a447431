/** Walks any flow in a browser with valid answers, as its definition asks for them. */
import type { Page } from 'playwright';
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';

/** What a visitor sees of a visit. */
export interface Seen {
  readonly flow: string;
  readonly screen: string;
  /** Path and query. */
  readonly address: string;
  /** What stands in the fields, by name; null for a choice not made. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const phases = /\.(ready|failed|call-\d+|load-\d+|do-[^.]+|draw|run)$/;

/** What a page shows; null while it is being replaced. */
export const seenOn = (page: Page): Promise<Seen | null> =>
  page
    .evaluate((): Seen | null => {
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
        screen: root.dataset['state'] ?? root.dataset['screen'] ?? '',
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

/** Answers the screen at hand with what its definition takes, and sends nothing. */
export async function answerScreen(
  page: Page,
  site: SiteDefinition,
  flow: FlowDefinition,
  screen: string,
): Promise<void> {
  const step = flow.steps[screen.split('.')[0] as string];
  if (step?.ask !== undefined) {
    await page.locator('[data-question] label').nth(1).click();
    return;
  }
  for (const field of site.forms[step?.form ?? '']?.fields ?? []) {
    const input = page.locator(`[data-island] [name="${field.name}"]`);
    if (field.type === 'checkbox') await input.setChecked(true);
    else if (field.type === 'choice' || field.type === 'choices')
      await page.locator(`[data-island] label:has([name="${field.name}"])`).first().click();
    else if (field.type !== 'hidden') {
      await input.fill('');
      await input.pressSequentially(validValue(field));
    }
  }
}

/** Whether a step takes an answer. */
export const takesAnswers = (flow: FlowDefinition, screen: string): boolean => {
  const { ask, form } = flow.steps[screen.split('.')[0] as string] ?? {};
  return ask !== undefined || form !== undefined;
};

/** Goes on from a screen: sends what was answered, or presses what leads to another step. False where nothing does. */
export async function goOn(page: Page, flow: FlowDefinition, screen: string): Promise<boolean> {
  const step = flow.steps[screen.split('.')[0] as string];
  if (step === undefined || (step.final === true && step.next === undefined && step.on === undefined)) return false;
  if (step.ask !== undefined) await page.locator('[data-question] [type=submit]').click();
  else if (step.form !== undefined)
    await page.locator('[data-island] form:not([data-question]) [type=submit]').first().click();
  else {
    const [name] = Object.entries(step.on ?? {}).find(([, { to }]) => to !== undefined) ?? [];
    if (name === undefined || step.wait !== undefined) return false;
    await page.locator(`[data-send="${name}"]`).first().click();
  }
  return true;
}

/**
 * The tab closed and opened again: another page with the same storage and the same history entry. A browser restores
 * both; only the entries before it are missing here.
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
