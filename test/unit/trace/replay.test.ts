import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { trace as isTraceLine } from '../../../schemas/generated/validators.js';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compileExample, example } from '../session/example-flow.ts';

/** A whole visit: from the intro to the thank-you. */
async function visit() {
  const driver = await driveEngine(compileExample(), startAt({ query: { src: 'x' } }), async (call) => ({
    output: call.path === '/api/result' ? { score: 100, nome: 'Zuleica Quaresma' } : { ok: true },
  }));
  await driver.press('begin');
  await driver.elapse(600);
  await driver.elapse(4000);
  await driver.next();
  await driver.choose(10);
  await driver.next();
  await driver.choose(10);
  await driver.next();
  for (const typed of ['Z', 'Zu', 'Zuleica Quaresma']) await driver.type('nome', typed);
  await driver.type('wa', '21912345678');
  await driver.submit();
  await driver.press('talk');
  await driver.expectScreen('thanks');
  return driver;
}

const throughText = (lines: readonly TraceLine[]): TraceLine[] => JSON.parse(JSON.stringify(lines)) as TraceLine[];

/** The example with one edit. */
const edited = (
  edit: (flow: { -readonly [K in keyof FlowDefinition]: FlowDefinition[K] } & Record<string, never>) => void,
) => {
  const copy = structuredClone(example) as never;
  edit(copy);
  return compileExample(copy);
};

describe('a recorded visit', () => {
  test('replays without a difference, and every line is of the schema', async () => {
    const lines = throughText((await visit()).trace(true));
    const replay = replayTrace(compileExample(), lines);
    expect(replay.divergence).toBeNull();
    expect(replay).toMatchObject({ sameBehaviour: true, ended: true });
    expect(replay.steps.length).toBeGreaterThan(12);
    for (const line of lines) expect(isTraceLine(line), JSON.stringify(isTraceLine.errors?.[0])).toBe(true);
  });

  test('has no personal value in it', async () => {
    const text = JSON.stringify((await visit()).trace(true));
    for (const planted of ['Zuleica', 'Quaresma', '21912345678', '91234', '(21)']) expect(text).not.toContain(planted);
    expect(text).toContain('Aaaaaaa Aaaaaaaa');
  });

  test('keeps typing in one field as one step', async () => {
    const lines = (await visit()).trace();
    const typing = lines.filter(
      (line) => line.kind === 'step' && (line.event as { type?: string } | null)?.type === 'INPUT',
    );
    expect(typing).toHaveLength(2);
  });

  test('without an end says that the visitor left', async () => {
    expect(replayTrace(compileExample(), throughText((await visit()).trace(false))).ended).toBe(false);
  });
});

describe('an edit is found at its step', () => {
  const cases: [name: string, kind: string, edit: Parameters<typeof edited>[0]][] = [
    [
      'another target',
      'state',
      (flow) => ((flow.steps as never as { intro: { on: { begin: { to: string } } } }).intro.on.begin.to = 'quiz'),
    ],
    [
      'another wait',
      'effects',
      (flow) =>
        ((flow.steps as never as { intro: { on: { begin: { wait: object } } } }).intro.on.begin.wait = {
          from: 700,
          to: 700,
        }),
    ],
    [
      'another message',
      'effects',
      (flow) => ((flow.steps as never as { quiz: { empty: { text: string } } }).quiz.empty.text = 'Escolha.'),
    ],
    [
      'an option gone',
      'event-refused',
      (flow) => (flow.questions as never as { two: { items: { options: unknown[] }[] } }).two.items[0]?.options.pop(),
    ],
    [
      'another threshold',
      'state',
      (flow) => ((flow.steps as never as { route: { choose: { when: unknown }[] } }).route.choose[0]!.when = false),
    ],
    [
      'another payload',
      'effects',
      (flow) =>
        delete (flow.calls as never as Record<string, { accepts: Record<string, unknown> }>)['/api/finish']!.accepts[
          'score'
        ],
    ],
  ];
  test.each(cases)('%s', async (_name, kind, edit) => {
    const lines = throughText((await visit()).trace(true));
    expect(replayTrace(edited(edit), lines).divergence).toMatchObject({ kind });
  });
});

test('a trace without a head is refused', () => {
  expect(() => replayTrace(compileExample(), [])).toThrow(RangeError);
});
