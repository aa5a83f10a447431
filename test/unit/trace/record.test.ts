/** What each line of a trace contains, and when it is complete. */
import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { type SessionEvent, startSession } from '../../../engine/session/session.ts';
import { contextFingerprint, createRecorder, type TraceLine } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { sameVerdict } from '../../../engine/trace/verdicts.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { compileExample, example } from '../session/example-flow.ts';

const stamp = { at: startAt().at + 5, random: 0.25 };
const typed = (field: string, value: string): SessionEvent => ({ type: 'INPUT', field, value });
const atContact = startAt({ screen: 'contact', query: { answers: '[10,10]' } });
const throughText = (lines: readonly TraceLine[]): TraceLine[] => JSON.parse(JSON.stringify(lines)) as TraceLine[];

function recorded(compiled: CompiledFlow, input = startAt(), events: readonly SessionEvent[] = []) {
  const recorder = createRecorder(compiled, input);
  for (const event of events) recorder.record(event, stamp);
  return throughText(recorder.lines(true));
}

describe('the head of a trace', () => {
  test('has the id of the visit and the phases of events, if there are any', () => {
    const phased = compileExample({ ...example, phases: { launch: 'open' } } as never);
    const [head] = createRecorder(phased, startAt(), '1f0k3q9z7m2x5c8v').lines();
    expect(head).toMatchObject({
      kind: 'head',
      format: 2,
      visitId: '1f0k3q9z7m2x5c8v',
      flow: 'example',
      definition: 'h1',
      behaviour: 'b1',
      moments: { launch: 'open' },
    });
    const [plain] = createRecorder(compileExample(), startAt()).lines();
    expect(Object.keys(plain as object)).toEqual(['kind', 'format', 'flow', 'definition', 'behaviour', 'input']);
  });
});

describe('a step', () => {
  test('has a random number only in a flow that waits a random time', () => {
    expect(recorded(compileExample())[1]).toMatchObject({ n: 0, at: startAt().at, random: 0.5 });
    const { intro, checking: _, ...steps } = example.steps;
    const still = compileExample({
      ...example,
      steps: { intro: { ...intro, on: { begin: { to: 'quiz' } } }, ...steps },
    } as never);
    const lines = recorded(still, startAt(), [{ type: 'on', name: 'begin' }]);
    expect(lines[2]).toMatchObject({ n: 1, at: stamp.at, state: 'quiz.one' });
    for (const line of lines) expect(line).not.toHaveProperty('random');
    expect(replayTrace(still, lines)).toMatchObject({ divergence: null, ended: true, sameDefinition: true });
  });

  test('is marked when the event was refused or had no value, and leaves the session as it was', () => {
    const withParams = (params: object) =>
      compileExample({
        ...example,
        steps: {
          ...example.steps,
          intro: { path: ['/'], show: [], on: { begin: { track: { name: 'Began', params }, to: 'quiz' } } },
        },
      } as never);
    const [broken, whole] = [withParams({ x: ['$', 'none'] }), withParams({ x: 1 })];
    const events: SessionEvent[] = [
      { type: 'on', name: 'none' },
      { type: 'on', name: 'begin' },
    ];
    const lines = recorded(broken, startAt(), events);
    expect(lines[1]).not.toHaveProperty('refused');
    expect(lines[1]).not.toHaveProperty('threw');
    expect(lines[2]).toMatchObject({ refused: true, state: 'intro.ready', effects: [] });
    expect(lines[3]).toMatchObject({ threw: true, state: 'intro.ready', patch: [], effects: [] });
    expect(lines[3]).not.toHaveProperty('refused');
    expect(replayTrace(broken, lines).divergence).toBeNull();
    expect(replayTrace(whole, lines).divergence).toMatchObject({ kind: 'threw', n: 2 });
    expect(replayTrace(whole, lines).divergence?.differences.slice(0, 2)).toEqual([
      { path: 'threw', recorded: true, replayed: null },
      { path: 'state', recorded: 'intro.ready', replayed: 'quiz.one' },
    ]);
    expect(replayTrace(broken, recorded(whole, startAt(), events)).divergence?.differences[0]).toMatchObject({
      path: 'threw',
      recorded: false,
      replayed: expect.stringContaining('none'),
    });
  });

  test('of a flow that cannot start any more ends the replay', () => {
    const lines = recorded(compileExample());
    const left = { when: ['==', ['$', 'none'], 1], to: 'away' };
    const broken = compileExample({
      ...example,
      start: 'route',
      steps: { ...example.steps, route: { branch: [left, { to: 'away' }] } },
    } as never);
    expect(replayTrace(broken, lines).divergence).toMatchObject({
      kind: 'threw',
      n: 0,
      differences: [{ path: 'threw', replayed: expect.stringContaining('none') }],
    });
  });

  test('of typing is one per field, until the visitor rests', () => {
    const recorder = createRecorder(compileExample(), atContact);
    const fields = () =>
      recorder
        .lines()
        .flatMap((line) => (line.kind === 'step' && line.event?.type === 'INPUT' ? [line.event['field']] : []));
    for (const value of ['A', 'An', 'Ana']) recorder.record(typed('nome', value), stamp);
    expect(fields()).toEqual(['nome']);
    recorder.record(typed('wa', '1'), stamp);
    recorder.record(typed('nome', 'Ana'), stamp);
    expect(fields()).toEqual(['nome', 'wa', 'nome']);
    recorder.rest();
    recorder.record(typed('nome', 'Ana B'), stamp);
    expect(fields()).toEqual(['nome', 'wa', 'nome', 'nome']);
    recorder.record({ type: 'on', name: 'none' }, stamp);
    recorder.record(typed('nome', 'Ana Bia'), stamp);
    expect(fields()).toHaveLength(5);
    const numbers = recorder.lines().flatMap((line) => (line.kind === 'step' ? [line.n] : []));
    expect(numbers).toEqual([...numbers.keys()]);
    expect(replayTrace(compileExample(), throughText(recorder.lines(true)))).toMatchObject({
      divergence: null,
      ended: true,
    });
  });

  test('of typing that was refused is complete at once', () => {
    const recorder = createRecorder(compileExample(), startAt());
    recorder.record(typed('nome', 'A'), stamp);
    recorder.record(typed('nome', 'An'), stamp);
    expect(recorder.lines()).toHaveLength(4);
    expect(recorder.complete()).toBe(4);
  });

  test('is complete when no more typing changes it', () => {
    const recorder = createRecorder(compileExample(), atContact);
    expect(recorder.complete()).toBe(2);
    recorder.record(typed('nome', 'A'), stamp);
    expect([recorder.complete(), recorder.lines().length]).toEqual([2, 3]);
    recorder.rest();
    expect(recorder.complete()).toBe(3);
    recorder.record(typed('nome', 'An'), stamp);
    recorder.end('left');
    expect([recorder.complete(), recorder.lines().length]).toEqual([5, 5]);
  });
});

describe('the end of a trace', () => {
  test('has the reason and the number of steps, and is not repeated', () => {
    const recorder = createRecorder(compileExample(), startAt());
    expect(recorder.lines()).toHaveLength(2);
    expect(recorder.lines(true)).toHaveLength(3);
    expect(recorder.lines(true).at(-1)).toMatchObject({
      kind: 'end',
      reason: 'download',
      steps: 1,
      state: 'intro.ready',
    });
    recorder.end('hidden');
    recorder.end('left');
    expect(recorder.lines(true)).toHaveLength(3);
    expect(recorder.lines().at(-1)).toMatchObject({ kind: 'end', reason: 'hidden' });
  });

  test('has a fingerprint of the context: of the fields with errors, and in format 1 of their texts', () => {
    const { session } = startSession(compileExample(), startAt());
    const at = (change: object, format = 2) => {
      const context = { ...session.snapshot.context, ...change };
      return contextFingerprint({ ...session, snapshot: { ...session.snapshot, context } } as never, format);
    };
    const [one, other] = [{ errors: { nome: 'Um.' } }, { errors: { nome: 'Outro.' } }];
    expect(at(one)).toBe(at(other));
    expect(at(one, 1)).not.toBe(at(other, 1));
    expect(at(one)).not.toBe(at({ errors: { wa: 'Um.' } }));
    expect(at({ problem: 'a' })).toBe(at({ problem: 'b' }));
    expect(at({ problem: 'a' })).not.toBe(at({ problem: null }));
    expect(at({ screen: 'quiz' })).not.toBe(at({}));
  });

  test('is not compared while lines are missing before it', () => {
    const lines = recorded(compileExample(), startAt(), [{ type: 'on', name: 'begin' }]);
    const old = lines.map((line) =>
      line.kind === 'end' ? { kind: 'end', state: 'quiz.one', context: 'ffff' } : line,
    ) as TraceLine[];
    expect(replayTrace(compileExample(), old).divergence).toMatchObject({
      kind: 'state',
      n: 1,
      differences: [{ path: 'end.state', recorded: 'quiz.one', replayed: 'intro.do-begin' }, { path: 'end.context' }],
    });
    const gap = old.filter((line) => line.kind !== 'step' || line.n !== 1);
    expect(replayTrace(compileExample(), [...gap, { ...(old[2] as TraceLine), n: 2 } as TraceLine])).toMatchObject({
      divergence: null,
      missing: [1, 1],
      ended: false,
    });
  });
});

test.each([
  [[], 'The first line of a trace must be its head.'],
  [[{ kind: 'end', state: 'a', context: 'b' }], 'The first line of a trace must be its head.'],
  [recorded(compileExample()).slice(0, 1), 'The trace has no steps.'],
] as [TraceLine[], string][])('a trace such as %j is refused', (lines, message) => {
  expect(() => replayTrace(compileExample(), lines)).toThrow(new RangeError(message));
});

test('a replay says whether the flow is the recorded one', () => {
  const lines = recorded(compileExample());
  const changed = { ...example, hash: 'h2', behaviour: 'b2' } as FlowDefinition;
  expect(replayTrace(compileExample(), lines)).toMatchObject({ sameBehaviour: true, sameDefinition: true });
  expect(replayTrace(compileExample(changed), lines)).toMatchObject({ sameBehaviour: false, sameDefinition: false });
});

describe('a redacted value gets the verdict of the real one', () => {
  /** Accepts each field's value by a rule of its own. */
  const rules: Readonly<Record<string, (value: Json) => boolean>> = {
    area: (value) => String(value).startsWith('11'),
    empty: (value) => value === '',
    ticked: (value) => value === true,
    odd: (value) => value === 3,
  };
  const validate = (_: string, values: Readonly<Record<string, unknown>>) => {
    const errors = Object.entries(values).flatMap(([field, value]) =>
      rules[field]?.(value as Json) === true ? [] : [{ field, message: `${field} é inválido.` }],
    );
    return errors.length === 0 ? { ok: true as const, values: values as never } : { ok: false as const, errors };
  };
  const fieldOf = (name: string) => ({ name, type: 'text', label: name, rules: [] }) as const;
  const none = { of: () => '', examples: () => [] };
  const same = (real: Record<string, Json>, redacted: Record<string, Json>) =>
    sameVerdict(validate, { id: 'f', showErrors: 'all', fields: Object.keys(real).map(fieldOf) }, real, redacted, none);

  test.each([
    [{ area: '1198' }, { area: '9999' }, { area: '1111' }],
    [{ area: '2198' }, { area: '1199' }, { area: '0000' }],
    [{ empty: '' }, { empty: 'Aa' }, { empty: '' }],
    [{ ticked: true }, { ticked: false }, { ticked: true }],
    [
      { area: '1198', ticked: true },
      { area: '9999', ticked: false },
      { area: '1111', ticked: true },
    ],
  ])('%j for %j: %j', (real, redacted, changed) => {
    expect(same(real as never, redacted as never)).toEqual(changed);
  });

  test('or stays as it is, if the verdict is the same or no replacement has it', () => {
    expect(same({ area: '1198' }, { area: '1122' })).toEqual({});
    expect(same({ odd: 3 }, { odd: 9 })).toEqual({});
  });
});
