/** A trace as a readable Playwright test: one line for each act of the visitor, with the replies of the recording. */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import { callKeyHeader } from '../flow/post-names.ts';
import type { CallEffect } from '../session/effects.ts';
import { emptyHistory, entriesTo, historyAfterEvent, type TabHistory } from '../session/tab-history.ts';
import { isRecord } from './differences.ts';
import { type RecordedOutcome, recordedEffects, recordedOutcome } from './recording.ts';

/** A reply of the recording: a body with its status, or null where none arrived. */
interface Reply {
  readonly status: number | null;
  readonly body: Json;
}

const quoted = (value: Json): string => {
  const text = JSON.stringify(value);
  if (typeof value !== 'string') return text;
  return `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
};

const indented = (lines: readonly string[]): string => lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');

function replyOf(outcome: RecordedOutcome): Reply {
  if (outcome.type === 'DONE') return { status: 200, body: outcome.output };
  const { status = null, message = null } = outcome.error ?? {};
  return { status, body: { success: false, ...(message === null ? {} : { message }) } };
}

/** The replies by method and path, in the order of the calls. A call without a reply has none. */
function repliesOf(steps: readonly TraceStep[]): Map<string, Reply[]> {
  const calls = new Map<string, CallEffect>();
  const replies = new Map<string, Reply[]>();
  for (const step of steps) {
    const outcome = recordedOutcome(step);
    const call = calls.get(outcome?.id ?? '');
    if (outcome !== null && call !== undefined) {
      const name = `${call.method} ${call.path}`;
      replies.set(name, [...(replies.get(name) ?? []), replyOf(outcome)]);
    }
    for (const call of recordedEffects(step, 'call')) calls.set(call.id, call);
  }
  return replies;
}

/** What the visitor typed or chose, as a line. */
function fillLine({ forms }: CompiledFlow, name: string, value: Json): string {
  const field = forms.flatMap(({ fields }) => fields).find((each) => each.name === name);
  if (typeof value === 'boolean') return `await field(${quoted(name)}).setChecked(${value});`;
  const texts = (Array.isArray(value) ? value : [value]).map((each) => quoted(each === null ? '' : String(each)));
  return field?.type === 'choice' || field?.type === 'choices'
    ? `await choose(${[quoted(name), ...texts].join(', ')});`
    : `await field(${quoted(name)}).fill(${texts.join(', ')});`;
}

/** The label of an option of the question that a state shows. */
function labelOf({ flow }: CompiledFlow, state: string, value: Json): string {
  const id = state.split('.')[1];
  const items = Object.values(flow.questions ?? {}).flatMap((group) => group.items);
  const option = items.find((item) => item.id === id)?.options.find((each) => each.value === value);
  return typeof option?.label === 'string' ? `  // ${option.label.replace(/\s+/g, ' ')}` : '';
}

/** The line that goes through the history. */
const goLine = (by: number): string =>
  by === 1
    ? 'await page.goForward();'
    : by === -1 || by === 0
      ? 'await page.goBack();'
      : `await page.evaluate(() => history.go(${by}));`;

/** The lines for the acts of one trace. @param tab the history of the tab, which a reload continues */
function* acts(compiled: CompiledFlow, steps: readonly TraceStep[], tab: { history: TabHistory }): Generator<string> {
  let here: Leaf | null = null;
  const typed = new Map<string, Json>();
  let before = '';
  let shown = '';
  for (const step of steps) {
    const event = (step.event ?? { type: 'start' }) as Readonly<Record<string, Json>> & { readonly type: string };
    switch (event.type) {
      case 'on':
        yield `await press(${quoted(event['name'] ?? '')});`;
        break;
      case 'SELECT':
        yield `await answer(${quoted(event['value'] ?? null)});${labelOf(compiled, before, event['value'] ?? null)}`;
        break;
      case 'NEXT':
        if (event['value'] !== undefined)
          yield `await answer(${quoted(event['value'])});${labelOf(compiled, before, event['value'])}`;
        yield 'await next();';
        break;
      case 'PREVIOUS':
        yield 'await previous();';
        break;
      case 'INPUT':
        typed.set(String(event['field']), event['value'] ?? null);
        yield fillLine(compiled, String(event['field']), event['value'] ?? null);
        break;
      case 'SUBMIT':
        for (const [name, value] of Object.entries(isRecord(event['values']) ? event['values'] : {}))
          if (typed.has(name) && JSON.stringify(typed.get(name)) !== JSON.stringify(value))
            yield fillLine(compiled, name, value);
        yield 'await submit();';
        break;
      case 'GO':
        yield goLine(entriesTo(tab.history, String(event['screen'])));
        break;
      case 'TIMER':
        yield '// A timer ends.';
        break;
    }
    const leaf = compiled.leaves.get(step.state);
    if (leaf !== undefined && step.refused !== true) {
      const isReload = step.event === null && tab.history.at >= 0;
      if (!isReload) tab.history = historyAfterEvent(compiled.flow, tab.history, here, event, leaf);
      here = leaf;
    }
    for (const effect of recordedEffects(step, 'focus', 'toast', 'leave')) {
      // Until the form has refused a press, it would take what is typed next for what was sent.
      if (effect.kind === 'focus') yield `await refuses(${quoted(effect.field)});`;
      if (effect.kind === 'toast') yield `await seesToast(${quoted(effect.text)});`;
      if (effect.kind === 'leave') {
        // A redacted address is not followed.
        const isFollowed = /^https?:/.test(effect.preferred ?? '');
        const [address = ''] = ((isFollowed ? effect.preferred : null) ?? effect.href).split('?');
        yield `await leavesFor(${quoted(address)});`;
        return;
      }
    }
    const screen = compiled.leaves.get(step.state)?.screen ?? step.state;
    // A call is over when its screen is: only what the visitor sees is awaited.
    if (!/\.(call|load|do)-/.test(step.state)) {
      if (screen !== shown) yield `await shows(${quoted(screen)});`;
      else if (event.type === 'FAILED' || event.type === 'DONE') yield 'await settles();';
      shown = screen;
    }
    before = step.state;
  }
}

/** A trace that was replayed. */
export interface ReplayedTrace {
  readonly head: TraceHead;
  readonly steps: readonly TraceStep[];
}

// Whoever uploads a trace chooses its address: it is quoted like every value of a trace.
const goTo = (address: string): string => `await page.goto(site + ${quoted(address)});`;

/** The address at which a visit begins, or the page with the overlay of its flow. */
function startOf({ head, steps }: ReplayedTrace, overlay: string | null): string[] {
  const begun = recordedEffects(steps[0] as TraceStep, 'navigate').find(({ path }) => path !== null);
  if (overlay === null && begun !== undefined) {
    const query = Object.entries({ ...head.input.query, ...begun.query })
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&');
    return [goTo(`${begun.path}${query === '' ? '' : `?${query}`}`)];
  }
  const open = `await page.locator('[data-open="${overlay ?? head.flow}"]:visible').first().click();`;
  return [goTo(head.input.visit['path'] ?? '/'), open];
}

/** What a test imports. */
const runner = 'playwright/test';

/** What the lines use, each in the order of its need. */
const helpers: Readonly<Record<string, string>> = {
  field: `const field = (name: string) => flow.locator(\`[name="\${name}"]\`).first();`,
  press: `const press = (event: string) => flow.locator(\`[data-send="\${event}"]:visible\`).first().click();`,
  answer: `const answer = (value: number) => flow.locator(\`[data-question] label:has(input[value="\${value}"])\`).click();`,
  next: "const next = () => flow.locator('[data-question] [type=submit]').click();",
  previous: "const previous = () => flow.locator('[data-question] [data-previous]').click();",
  submit: "const submit = () => flow.locator('form:not([data-question]) [type=submit]').first().click();",
  refuses: `const refuses = (name: string) => expect(flow.locator(\`[name="\${name}"]:focus\`)).toHaveCount(1, patience);`,
  choose: `const choose = async (name: string, ...values: readonly string[]) => {
    const list = flow.locator(\`select[name="\${name}"]\`);
    if ((await list.count()) > 0) await list.selectOption(values);
    else for (const value of values) await flow.locator(\`label:has([name="\${name}"][value="\${value}"])\`).click();
  };`,
  state: `const state = async () => (await flow.getAttribute('data-state')) ?? (await flow.getAttribute('data-screen')) ?? '';`,
  settles: `const settles = () => expect.poll(state, patience).not.toMatch(/\\.(call|load|do)-/);`,
  shows: `const shows = (screen: string) => expect.poll(state, patience).toMatch(new RegExp(\`^\${screen}(\\\\.|$)\`));`,
  seesToast: "const seesToast = (text: string) => expect(page.locator('#toasts')).toContainText(text, patience);",
  leavesFor: 'const leavesFor = (address: string) => page.waitForURL((url) => url.href.includes(address), patience);',
};

/**
 * Writes a Playwright test.
 * @param traces of one visit in one tab, in order: each after the first begins with a reload
 * @param overlay the id of the overlay in which the flow was shown; null if it was a page
 * @returns TypeScript that imports `playwright/test`. The site's address is read from BASE_URL
 * @throws RangeError without a trace that begins the visit
 */
export function playwrightSpec(
  compiled: CompiledFlow,
  traces: readonly ReplayedTrace[],
  overlay: string | null,
): string {
  const [first] = traces;
  // An overlay begins with values of its page.
  if (first === undefined || (overlay === null && Object.keys(first.head.input.saved).length > 0))
    throw new RangeError('The trace continues an earlier one of its tab: name the file that begins with the visit.');
  const steps = traces.flatMap((trace) => trace.steps);
  const replies = [...repliesOf(steps)].map(
    ([name, all]) => `  ${quoted(name)}: [\n${all.map((reply) => `    ${JSON.stringify(reply)},`).join('\n')}\n  ],`,
  );
  const last = compiled.leaves.get(steps.at(-1)?.state ?? '')?.screen ?? '';
  const tab = { history: emptyHistory };
  const body = traces.flatMap((trace, index) => [
    ...(index === 0 ? startOf(trace, overlay) : ['await page.reload();']),
    ...acts(compiled, trace.steps, tab),
  ]);
  const used = Object.entries(helpers).flatMap(([name, line]) =>
    name === 'state' || body.some((act) => act.includes(`await ${name}(`)) ? [line] : [],
  );
  const { visitId } = first.head;
  return `// The flow ${compiled.flow.flow}, recorded ${new Date(first.head.input.at).toISOString()}${visitId === undefined ? '' : `, visit ${visitId}`}.
// Personal values are replaced by others of the same shape. No request reaches the site's intakes.
import { expect, test } from ${quoted(runner)};

const site = process.env['BASE_URL'] ?? 'http://localhost:3000';
const patience = { timeout: 30_000 };
test.setTimeout(180_000);

/** What the calls were answered, in their order; without a status there was no answer. */
const replies: Record<string, { status: number | null; body: unknown }[]> = {
${replies.join('\n')}
};

test(${quoted(`${compiled.flow.flow}: ${last}`)}, async ({ page }) => {
  const flow = page.locator('[data-island][data-flow="${compiled.flow.flow}"]:visible').first();
${indented(used)}
  const attempts = new Map<string, { reply: { status: number | null; body: unknown }; left: number }>();
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const name = \`\${request.method()} \${new URL(request.url()).pathname}\`;
    const key = request.headers()['idempotency-key'] ?? '';
    const earlier = attempts.get(key);
    const reply = earlier?.reply ?? (name in replies ? replies[name]?.shift() : { status: 200, body: { success: true } });
    if (reply === undefined) return;
    // The page repeats a call that may succeed later, under its key and at most twice.
    const isFinal = key === '' || (reply.status !== null && (reply.status < 502 || reply.status > 504));
    const left = isFinal ? 0 : (earlier?.left ?? 3) - 1;
    if (left === 0) attempts.delete(key);
    else attempts.set(key, { reply, left });
    if (reply.status === null) await route.abort();
    else await route.fulfill({ status: reply.status, json: reply.body, headers: { '${callKeyHeader}': key } });
  });
  await page.route((url) => url.origin !== new URL(site).origin, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Another site</title>' }),
  );
  page.on('dialog', (dialog) => void dialog.accept());

${indented(body)}
});
`;
}
