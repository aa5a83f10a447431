/** What the inspector reads from the steps of a session, and how it follows a visit that goes on. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { inspectorMachine, openingPlace } from '../../../renderer/studio/inspector-machine.ts';
import { callsOf, type InspectedCall } from '../../../renderer/studio/network.ts';
import { inspectVisit } from '../../../server/studio/inspection.ts';
import { copyFixture, loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { type Course, traceLines } from '../../harness/recorded-trace.ts';

let site: SiteDefinition;
beforeAll(async () => {
  site = await loadFixture('visits');
});

async function callsIn(flow: string, course: Course): Promise<InspectedCall[]> {
  const lines = await traceLines(compiledFlow(site, flow), course);
  const [head] = lines;
  if (head?.kind !== 'head') throw new Error('A trace begins with its head.');
  const traces = [{ name: 'trace 1', head, lines, error: null }];
  const context = { site, origin: '', store: {} as never, tracesOf: async () => ({ traces: [], faults: [] }) };
  const { sessions } = await inspectVisit('trace', { traces, faults: [] }, [], context);
  return callsOf(sessions[0]?.frames ?? []);
}

describe('the calls of a session', () => {
  const run: Course['run'] = async (driver) => {
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana@x.example');
    await driver.submit();
  };

  test('have their payload and their reply, with the steps of both', async () => {
    const [call, ...others] = await callsIn('pedido', { run });
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      ...{ call: 'POST /api/pedido', sent: 3, replied: 4, isBackground: false, isDropped: false },
      payload: { name: 'Aaa Aaaaa', email: 'aaa@a.aaaaaaa' },
      reply: { isAccepted: true },
    });
  });

  test('that failed are listed with what the server said, and again when they are repeated', async () => {
    let calls = 0;
    const answer: Course['answer'] = async () => {
      calls += 1;
      return calls === 1 ? { message: 'Confira os dados.', status: 422 } : { output: {} };
    };
    const found = await callsIn('pedido', {
      answer,
      run: async (driver) => {
        await run(driver);
        await driver.submit();
      },
    });
    expect(found).toMatchObject([
      { sent: 3, replied: 4, reply: { status: 422, isAccepted: false } },
      { sent: 5, replied: 6, reply: { isAccepted: true } },
    ]);
  });

  test('without a reply wait, until the visitor leaves their step', async () => {
    const frames = [
      { line: { event: null, effects: [{ kind: 'call', id: 'a', method: 'GET', path: '/api/a', payload: {} }] } },
      { line: { event: { type: 'GO' }, effects: [{ kind: 'forget', id: 'a' }] } },
      { line: { event: null, effects: [{ kind: 'call', id: 'b', method: 'GET', path: '/api/b', payload: {} }] } },
    ];
    const calls = callsOf(frames.map((frame) => ({ ...frame, reply: null })) as never);
    expect(calls.map(({ call, isDropped, replied }) => [call, isDropped, replied])).toEqual([
      ['GET /api/a', true, null],
      ['GET /api/b', false, null],
    ]);
  });
});

describe('a visit that goes on', () => {
  const begin = () => createActor(inspectorMachine, { input: { lengths: [2, 3], start: null } }).start();
  const placeOf = (actor: ReturnType<typeof begin>): [number, number] => {
    const { session, position } = actor.getSnapshot().context;
    return [session, position];
  };

  test('is followed at its last step, also into another page load', () => {
    const actor = begin();
    expect(placeOf(actor)).toEqual([1, 2]);
    actor.send({ type: 'GROWN', lengths: [2, 5] });
    expect(placeOf(actor)).toEqual([1, 4]);
    actor.send({ type: 'GROWN', lengths: [2, 5, 1] });
    expect(placeOf(actor)).toEqual([2, 0]);
    actor.send({ type: 'GROWN', lengths: [4, 5, 1] });
    expect(placeOf(actor)).toEqual([0, 3]);
    actor.send({ type: 'GROWN', lengths: [4, 5, 1] });
    expect(placeOf(actor)).toEqual([0, 3]);
  });

  test('leaves whoever looks at an earlier step there', () => {
    const actor = begin();
    actor.send({ type: 'BACK' });
    actor.send({ type: 'GROWN', lengths: [2, 9] });
    expect(placeOf(actor)).toEqual([1, 1]);
    actor.send({ type: 'LAST' });
    expect(placeOf(actor)).toEqual([1, 8]);
  });
});

test('a visit that went well opens at its last screen, another one at the step that decided how it ended', () => {
  const sessions = [{ frames: Array.from({ length: 20 }) }] as never;
  const decided = { session: 0, step: 16 };
  const place = (outcome: string) => openingPlace({ outcome, decided, sessions } as never);
  for (const outcome of ['submitted', 'bought', 'redirected']) expect(place(outcome)).toEqual({ session: 0, step: 19 });
  for (const outcome of ['refused', 'left', 'server-failed']) expect(place(outcome)).toEqual(decided);
  expect(openingPlace({ outcome: 'submitted', decided: null, sessions } as never)).toBeNull();
});

test('a step shows only the texts and fields whose conditions are met there', async () => {
  const edited = await loadFunnels(
    copyFixture('visits', [
      [
        'pedido.flow.yaml',
        '      - { type: form, title: Pedido, submit: Enviar }',
        `      - { type: text, when: "visit.src == 'bio'", title: Veio da bio, body: Olá. }
      - { type: text, when: "visit.src != 'bio'", title: Veio de outro lugar, body: Olá. }
      - { type: form, title: Pedido, submit: Enviar }`,
      ],
    ]),
  );
  const shownTo = async (src: string) => {
    const lines = await traceLines(compiledFlow(edited, 'pedido'), { input: { visit: { src } } });
    const [head] = lines;
    if (head?.kind !== 'head') throw new Error('A trace begins with its head.');
    const traces = [{ name: 'trace 1', head, lines, error: null }];
    const context = {
      site: edited,
      origin: '',
      store: {} as never,
      tracesOf: async () => ({ traces: [], faults: [] }),
    };
    const { sessions } = await inspectVisit('trace', { traces, faults: [] }, [], context);
    return sessions[0]?.frames[0]?.shown?.texts;
  };
  expect(await shownTo('bio')).toEqual(expect.arrayContaining(['Veio da bio']));
  expect(await shownTo('bio')).not.toContain('Veio de outro lugar');
  expect(await shownTo('blog')).toContain('Veio de outro lugar');
  expect(await shownTo('blog')).not.toContain('Veio da bio');
});
