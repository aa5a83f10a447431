import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import { type CompiledFlow, compileFlow } from '../../../engine/flow/index.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import { type SessionEvent, sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import { contextFingerprint, createRecorder, type TraceLine } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { trace as isTraceLine } from '../../../schemas/generated/validators.js';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compileExample, contact, example } from '../session/example-flow.ts';

const uid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';

/** A complete visit: from the intro to the thank-you page. */
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

/** The example after one edit. */
const edited = (
  edit: (flow: { -readonly [K in keyof FlowDefinition]: FlowDefinition[K] } & Record<string, never>) => void,
) => {
  const copy = structuredClone(example) as never;
  edit(copy);
  return compileExample(copy);
};

describe('a recorded visit', () => {
  test('replays without a difference, and every line matches the schema', async () => {
    const lines = throughText((await visit()).trace(true));
    const replay = replayTrace(compileExample(), lines);
    expect(replay.divergence).toBeNull();
    expect(replay).toMatchObject({ sameBehaviour: true, ended: true });
    expect(replay.steps.length).toBeGreaterThan(12);
    for (const line of lines) expect(isTraceLine(line), JSON.stringify(isTraceLine.errors?.[0])).toBe(true);
  });

  test('contains no personal value', async () => {
    const text = JSON.stringify((await visit()).trace(true));
    for (const planted of ['Zuleica', 'Quaresma', '21912345678', '91234', '(21)']) expect(text).not.toContain(planted);
    expect(text).toContain('Aaaaaaa Aaaaaaaa');
  });

  test('records typing in one field as one step', async () => {
    const lines = (await visit()).trace();
    const typing = lines.filter(
      (line) => line.kind === 'step' && (line.event as { type?: string } | null)?.type === 'INPUT',
    );
    expect(typing).toHaveLength(2);
  });

  test('without an end line is open, cut off anywhere', async () => {
    const lines = throughText((await visit()).trace(true));
    expect(replayTrace(compileExample(), lines).ended).toBe(true);
    for (const kept of [3, lines.length - 1]) {
      const replay = replayTrace(compileExample(), lines.slice(0, kept));
      expect(replay).toMatchObject({ divergence: null, missing: null, ended: false });
    }
  });

  test('continues after an end line: the visitor came back', async () => {
    const recorder = createRecorder(compileExample(), startAt());
    const send = (event: SessionEvent) => recorder.record(event, { at: startAt().at, random: 0.5 });
    recorder.end('hidden');
    send({ type: 'on', name: 'begin' });
    expect(replayTrace(compileExample(), throughText(recorder.lines())).ended).toBe(false);
    recorder.end('left');
    recorder.end('hidden');
    const lines = throughText(recorder.lines());
    expect(lines.filter(({ kind }) => kind === 'end')).toHaveLength(2);
    expect(replayTrace(compileExample(), lines)).toMatchObject({ divergence: null, ended: true });
    // Each end line is checked at its position.
    const forged = lines.map((line, at) => (at === 2 ? { ...line, context: 'ffff' } : line)) as TraceLine[];
    expect(replayTrace(compileExample(), forged).divergence).toMatchObject({
      n: 0,
      differences: [{ path: 'end.context', recorded: 'ffff' }],
    });
  });

  test('in format 1 also replays: its end line covers texts and counts no steps', async () => {
    const driver = await driveEngine(compileExample(), startAt(), async () => ({ output: {} }));
    await driver.press('begin');
    const [head, ...steps] = throughText(driver.trace());
    const before = startSession(compileExample(), {
      ...startAt(),
      ids: { uid: '00000000-0000-4000-8000-000000000001' },
    });
    const { session } = sendEvent(before.session, { type: 'on', name: 'begin' }, { at: startAt().at, random: 0.5 });
    const end = (context: string) => ({ kind: 'end', state: stateOf(session), context }) as const;
    const old = [{ ...(head as TraceLine & { kind: 'head' }), format: 1 as const }, ...steps];
    const whole = replayTrace(compileExample(), [...old, end(contextFingerprint(session, 1))]);
    expect(whole).toMatchObject({ divergence: null, ended: true });
    expect(replayTrace(compileExample(), [...old, end('ffff')]).divergence?.kind).toBe('context');
  });
});

describe('missing lines', () => {
  test('are listed, and no difference is reported', async () => {
    const lines = throughText((await visit()).trace(true));
    const without = (...gone: number[]) =>
      replayTrace(
        compileExample(),
        lines.filter((line) => line.kind !== 'step' || !gone.includes(line.n)),
      );
    expect(without(3, 4)).toMatchObject({ missing: [3, 4], divergence: null, ended: false });
    expect(without(3, 4).steps).toHaveLength(3);
    const last = lines.filter(({ kind }) => kind === 'step').length - 1;
    expect(without(last)).toMatchObject({ missing: [last, last], divergence: null });
  });

  test('may arrive in any order, and twice', async () => {
    const lines = throughText((await visit()).trace(true));
    const [head, ...rest] = lines as [TraceLine, ...TraceLine[]];
    const replay = replayTrace(compileExample(), [head, ...rest.toReversed(), ...rest.slice(0, 4)]);
    expect(replay).toMatchObject({ divergence: null, missing: null, ended: true });
    const other = { ...(rest[2] as object), state: 'quiz.one' } as TraceLine;
    expect(() => replayTrace(compileExample(), [...lines, other])).toThrow('The trace contains step 2 twice');
  });
});

describe('an edit of texts only', () => {
  const text = (edit: (flow: never) => void) => edited(edit as never);
  const cases: [name: string, paths: string[], edit: (flow: never) => void][] = [
    [
      'a toast and the error it repeats',
      ['effects[0].text', 'context.errors.one'],
      (flow: { steps: { quiz: { onEmpty: { text: string } } } }) => (flow.steps.quiz.onEmpty.text = 'Escolha.'),
    ],
    [
      "a failure's message, expression and all",
      ['effects[1].text'],
      (flow: { steps: { contact: { submit: { onError: { text: unknown } } } } }) =>
        (flow.steps.contact.submit.onError.text = 'Outro texto.'),
    ],
  ] as never;
  async function failing() {
    const driver = await driveEngine(compileExample(), startAt(), async () => ({ message: null, status: 500 }));
    await driver.press('begin');
    await driver.elapse(600);
    await driver.elapse(4000);
    await driver.next();
    for (const _ of [1, 2]) {
      await driver.choose(10);
      await driver.next();
    }
    await driver.type('nome', 'Zuleica');
    await driver.submit();
    await driver.type('wa', '21912345678');
    await driver.submit();
    return throughText(driver.trace(true));
  }

  test.each(cases)('%s: the same behaviour', async (_name, paths, edit) => {
    const replay = replayTrace(text(edit), await failing());
    expect(replay.divergence).toBeNull();
    expect(replay.words.map(({ path }) => path)).toEqual(paths);
    expect(replay.ended).toBe(true);
  });

  test('in a form’s message does not change the end line', async () => {
    const lines = await failing();
    const forms = structuredClone([contact]) as never as [
      { errorTitle: string; fields: { rules: { message: string }[] }[] },
    ];
    for (const field of forms[0].fields) for (const rule of field.rules) rule.message = `Por favor: ${rule.message}`;
    forms[0].errorTitle = 'Atenção';
    const messages = {
      tooLong: 'x',
      wrongType: 'x',
      unknownOption: 'x',
      beyondMask: 'Dígitos a mais.',
      foreignCode: 'Outro país.',
    };
    const compiled = compileFlow(example, forms as never, formValidator(forms as never, messages));
    const replay = replayTrace(compiled, lines);
    expect(replay.divergence).toBeNull();
    expect(replay.words.map(({ path }) => path).toSorted()).toEqual([
      'context.errors.wa',
      'effects[0].text',
      'effects[0].title',
    ]);
  });

  test('in an address is distinguished from a changed address', async () => {
    const opened = async (flow: CompiledFlow) => {
      const driver = await driveEngine(flow, startAt({ screen: 'result', query: { uid } }), async () => ({
        output: { score: 10 },
      }));
      await driver.press('talk');
      return throughText(driver.trace(true));
    };
    const withOpen = (number: string, words: string) =>
      text(((flow: { texts: unknown; steps: { result: { on: { talk: { openTab: unknown } } } } }) => {
        flow.texts = { greeting: words };
        flow.steps.result.on.talk.openTab = [
          `https://wa.me/${number}?text=`,
          { v: ['url', ['.', ['$', 'texts'], 'greeting']] },
          '&level=LOW',
        ];
      }) as never);
    const recorded = await opened(withOpen('1', 'Olá, quero conversar.'));
    const words = replayTrace(withOpen('1', 'Bom dia!'), recorded);
    expect(words.divergence).toBeNull();
    expect(words.words).toMatchObject([{ of: 'open', replayed: 'https://wa.me/1?text=Bom%20dia!&level=LOW' }]);
    expect(replayTrace(withOpen('2', 'Bom dia!'), recorded).divergence).toMatchObject({ kind: 'effects' });
  });
});

describe('a difference names the change', () => {
  test('by the path of its member', async () => {
    const lines = throughText((await visit()).trace(true));
    const compiled = edited(
      (flow) =>
        delete (flow.calls as never as Record<string, { input: Record<string, unknown> }>)['/api/finish']!.input[
          'score'
        ],
    );
    expect(replayTrace(compiled, lines).divergence?.differences).toEqual([
      { path: 'effects[1].payload.score', of: 'call /api/finish', recorded: 100 },
    ]);
  });

  test('also for a missing or new effect', async () => {
    const lines = throughText((await visit()).trace(true));
    const compiled = edited(
      (flow) =>
        delete (flow.steps as never as Record<string, { on: { begin: { track?: object } } }>)['intro']!.on.begin.track,
    );
    expect(replayTrace(compiled, lines).divergence?.differences).toMatchObject([
      { path: 'effects', of: 'track Began', recorded: { kind: 'track', event: 'Began' } },
    ]);
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
        ((flow.steps as never as { intro: { on: { begin: { delay: object } } } }).intro.on.begin.delay = {
          from: 700,
          to: 700,
        }),
    ],
    [
      'an option gone',
      'event-refused',
      (flow) => (flow.questions as never as { two: { items: { options: unknown[] }[] } }).two.items[0]?.options.pop(),
    ],
    [
      'another threshold',
      'state',
      (flow) => ((flow.steps as never as { route: { branch: { when: unknown }[] } }).route.branch[0]!.when = false),
    ],
    [
      'another payload',
      'effects',
      (flow) =>
        delete (flow.calls as never as Record<string, { input: Record<string, unknown> }>)['/api/finish']!.input[
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

test('10,000 steps take at most one second of processor time', () => {
  const compiled = compileExample();
  const recorder = createRecorder(compiled, startAt({ screen: 'quiz' }));
  for (let n = 0; n < 50; n += 1)
    for (const event of [{ type: 'SELECT', value: 10 * (n % 2) }, { type: 'NEXT' }, { type: 'PREVIOUS' }] as const)
      recorder.record(event, { at: startAt().at + n, random: 0.5 });
  const lines = throughText(recorder.lines(true));
  const replay = (count: number): number => {
    const before = process.cpuUsage();
    for (let steps = 0; steps < count; ) steps += replayTrace(compiled, lines).steps.length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  replay(5000);
  // The minimum of three: garbage of other tests may be collected meanwhile.
  expect(Math.min(replay(10_000), replay(10_000), replay(10_000))).toBeLessThan(1);
});
