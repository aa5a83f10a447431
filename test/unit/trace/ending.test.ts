/** How recorded sessions ended. Each is recorded by a session without a browser. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { type EndingContext, endingOf, endingOfVisit, storedEnding } from '../../../engine/trace/ending.ts';
import type { Json } from '../../../schemas/compiled.ts';
import type { TraceEnd, TraceStep } from '../../../schemas/generated/types.ts';
import type { Answer, EngineDriver } from '../../harness/engine-driver.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { type Course, traceLines } from '../../harness/recorded-trace.ts';
import { compileExample, contact, example } from '../session/example-flow.ts';

let site: SiteDefinition;
beforeAll(async () => {
  site = await loadFixture('visits');
});

type Run = (driver: EngineDriver) => Promise<void>;

const ended = async (compiled: CompiledFlow, context: EndingContext, course: Course) =>
  endingOf(await traceLines(compiled, course), context);

const fixtureContext = (flow: string): EndingContext => ({ flow: site.flows[flow] ?? null, forms: site.forms });

/** The ending of a session of the fixture. */
const ofFixture = (flow: string, run: Run, course: Course = {}) =>
  ended(compiledFlow(site, flow), fixtureContext(flow), { ...course, run });

async function fill(driver: EngineDriver): Promise<void> {
  await driver.type('name', 'Ana Prado');
  await driver.type('email', 'ana@x.example');
  await driver.type('phone', '11987654321');
}
const sendOrder = async (driver: EngineDriver): Promise<void> => {
  await fill(driver);
  await driver.submit();
};

describe('a session', () => {
  test('that was redirected has the address without its values', async () => {
    const run = async (driver: EngineDriver) => {
      await sendOrder(driver);
      await driver.elapse(4000);
    };
    expect(await ofFixture('pedido', run)).toMatchObject({
      kind: 'redirected',
      to: '/obrigado',
      chosenByServer: false,
      screen: 'enviado',
      accepted: 1,
      hasActed: true,
      isOpen: false,
    });
  });

  test('that was redirected has left the page, also if its trace has no end', async () => {
    const run = async (driver: EngineDriver) => {
      await sendOrder(driver);
      await driver.elapse(4000);
    };
    expect(await ofFixture('pedido', run, { reason: null })).toMatchObject({ kind: 'redirected', isOpen: false });
    expect(await ofFixture('pedido', sendOrder, { reason: null })).toMatchObject({ kind: 'submitted', isOpen: true });
  });

  test('that was redirected to an address of the reply has that of the flow, because a trace redacts replies', async () => {
    const run = async (driver: EngineDriver) => {
      await driver.elapse(4500);
      await sendOrder(driver);
    };
    const answer: Answer = async () => ({ output: { redirectUrl: 'https://pay.example/reserva/9?nome=Ana#x' } });
    expect(await ofFixture('reserva', run, { answer })).toMatchObject({
      kind: 'redirected',
      to: 'https://pay.example/reserva',
      chosenByServer: true,
      screen: 'dados',
    });
  });

  test('that was redirected to a declared host of the reply has this host, and went on to payment where people pay', async () => {
    const run = async (driver: EngineDriver) => {
      await driver.elapse(4500);
      await sendOrder(driver);
    };
    const answer: Answer = async () => ({ output: { redirectUrl: 'https://pay.other.example/9?nome=Ana#x' } });
    const context = { ...fixtureContext('reserva'), hosts: ['pay.other.example', 'wa.me'] };
    const flow = compiledFlow(site, 'reserva');
    expect(await ended(flow, context, { run, answer })).toMatchObject({
      ...{ kind: 'redirected', to: 'https://pay.other.example', chosenByServer: true, isPayment: false },
    });
    const sales = { checkouts: ['pay.other.example'] };
    expect(await ended(flow, { ...context, sales }, { run, answer })).toMatchObject({ isPayment: true });
    // Another host has the same shape.
    const hosts = ['pay.other.example', 'app.thing.example'];
    expect(await ended(flow, { ...context, sales, hosts }, { run, answer })).toMatchObject({
      ...{ to: 'https://pay.example/reserva', isPayment: false },
    });
    expect(
      await ended(flow, { ...context, sales: { paths: ['https://pay.other.example'] } }, { run, answer }),
    ).toMatchObject({
      ...{ kind: 'bought', event: null, to: 'https://pay.other.example' },
    });
  });

  test('with a form that sends nothing is submitted once it breaks no rule', async () => {
    const flow = compileExample({
      ...example,
      start: 'contact',
      steps: { ...example.steps, contact: { ...example.steps['contact'], submit: undefined, next: undefined } },
    } as never);
    const context: EndingContext = { flow: flow.flow, forms: { [contact.id]: contact as never } };
    const send = (values: Record<string, Json>) => async (driver: EngineDriver) => {
      await driver.send({ type: 'SUBMIT', values });
    };
    const input = { screen: 'contact', query: { answers: '[10,10]' } };
    const whole = { nome: 'Ana Prado', wa: '11987654321', ok: true };
    expect(await ended(flow, context, { input, run: send(whole) })).toMatchObject({ kind: 'submitted', call: null });
    expect(await ended(flow, context, { input, run: send({ ...whole, nome: '' }) })).toMatchObject({ kind: 'refused' });
  });

  test('whose last lines are lost was submitted if the server has stored a form that no trace knows', async () => {
    const left = await ofFixture('pedido', fill);
    expect(storedEnding(left, true)).toMatchObject({ kind: 'submitted', call: null });
    expect([storedEnding(left, false), storedEnding(left, true, 1)]).toEqual([left, left]);
    const failed = await ofFixture('pedido', sendOrder, { answer: async () => ({ message: null, status: 500 }) });
    expect(storedEnding(failed, true)).toBe(failed);
  });

  test('with a form that was accepted is submitted, also if the visitor goes back afterwards', async () => {
    const call = { id: 'call:pedido/call-0', method: 'POST', path: '/api/pedido' };
    expect(await ofFixture('pedido', sendOrder)).toMatchObject({ kind: 'submitted', call, screen: 'enviado' });
    const back = async (driver: EngineDriver) => {
      await sendOrder(driver);
      await driver.send({ type: 'GO', screen: 'pedido' });
    };
    expect(await ofFixture('pedido', back)).toMatchObject({ kind: 'submitted', call, screen: 'pedido' });
  });

  test('with a field that was changed last is left at this field', async () => {
    const run = async (driver: EngineDriver) => {
      await driver.type('name', 'Ana Prado');
      await driver.type('email', 'ana@');
    };
    expect(await ofFixture('pedido', run)).toMatchObject({
      kind: 'left',
      field: 'email',
      screen: 'pedido',
      reason: 'left',
      accepted: 0,
    });
    expect(await ofFixture('pedido', run, { reason: 'hidden' })).toMatchObject({ kind: 'left', reason: 'hidden' });
    expect(await ofFixture('pedido', async () => {})).toMatchObject({ kind: 'left', field: null, hasActed: false });
  });

  test('at a question is left at this question, or at the next one that was not answered', async () => {
    const input = { screen: 'perguntas' };
    const choose = (driver: EngineDriver) => driver.choose(5);
    expect(await ofFixture('teste', choose, { input })).toMatchObject({ field: 'um', screen: 'perguntas.um' });
    const next = async (driver: EngineDriver) => {
      await driver.choose(5);
      await driver.next();
    };
    expect(await ofFixture('teste', next, { input })).toMatchObject({
      kind: 'left',
      field: null,
      screen: 'perguntas.dois',
    });
  });

  test('is refused by the rules that the last form broke, until the visitor corrects something', async () => {
    const run = async (driver: EngineDriver) => {
      await driver.type('name', 'Ana Prado');
      await driver.type('email', 'ana');
      await driver.type('phone', '119');
      await driver.submit();
    };
    expect(await ofFixture('pedido', run)).toMatchObject({
      kind: 'refused',
      by: 'rule',
      screen: 'pedido',
      fields: [
        { name: 'email', rule: 'email', message: 'O e-mail não é válido.' },
        { name: 'phone', rule: 'digits', message: 'O telefone não é válido.' },
      ],
    });
    const corrects = async (driver: EngineDriver) => {
      await run(driver);
      await driver.type('email', 'ana@x.example');
    };
    expect(await ofFixture('pedido', corrects)).toMatchObject({ kind: 'left', field: 'email' });
  });

  test('is refused by no rule in particular where several have one message', async () => {
    const { forms } = fixtureContext('pedido');
    const { contato } = forms;
    const fields = contato?.fields.map((field) =>
      field.name === 'email'
        ? { ...field, rules: field.rules.map((rule) => ({ ...rule, message: 'O e-mail não é válido.' })) }
        : field,
    );
    const context = {
      ...fixtureContext('pedido'),
      forms: { ...forms, contato: { ...contato, fields } },
    } as EndingContext;
    const run = async (driver: EngineDriver) => {
      await fill(driver);
      await driver.type('email', 'ana');
      await driver.submit();
    };
    expect(await ended(compiledFlow(site, 'pedido'), context, { run })).toMatchObject({
      kind: 'refused',
      fields: [{ name: 'email', rule: null, message: 'O e-mail não é válido.' }],
    });
  });

  test('is refused at a question without an answer', async () => {
    expect(await ofFixture('teste', (driver) => driver.next(), { input: { screen: 'perguntas' } })).toMatchObject({
      kind: 'refused',
      by: 'rule',
      fields: [{ name: 'um', rule: 'required', message: 'Escolha uma opção.' }],
    });
  });

  test('is refused by the server with its status, or lost its network', async () => {
    const call = { method: 'POST', path: '/api/pedido' };
    const answer =
      (status: number | null): Answer =>
      async () => ({ message: null, status });
    expect(await ofFixture('pedido', sendOrder, { answer: answer(422) })).toMatchObject({
      kind: 'refused',
      by: 'server',
      status: 422,
      call,
      screen: 'pedido',
    });
    const lost = await ofFixture('pedido', sendOrder, { answer: answer(null), reason: null });
    expect(lost).toMatchObject({ kind: 'network-lost', call, isOpen: true });
  });

  test.each([
    [
      { status: 500, report: { ms: 900, tries: 1, status: 500, body: 'json' } },
      { kind: 'server-failed', status: 500 },
    ],
    [
      { status: null, report: { ms: 4000, tries: 3, status: null, why: 'offline' } },
      { kind: 'network-lost', isOffline: true },
    ],
    [
      { status: null, report: { ms: 4000, tries: 3, status: null, why: 'network' } },
      { kind: 'network-lost', isOffline: false },
    ],
    [{ status: null }, { kind: 'network-lost', isOffline: null }],
    [{ status: null, report: { ms: 10_000, tries: 1, status: null, why: 'timeout' } }, { kind: 'timed-out' }],
    [
      { status: null, report: { ms: 0, tries: 0, status: null, why: 'page' } },
      { kind: 'page-failed', hasReply: false },
    ],
  ] as const)('whose call failed with %j ended so: %j', async (failure, expected) => {
    const answer: Answer = async () => ({ message: null, ...failure });
    const found = await ofFixture('pedido', sendOrder, { answer });
    expect(found).toMatchObject({ ...expected, call: { path: '/api/pedido' }, screen: 'pedido' });
    expect(found.report).toEqual('report' in failure ? failure.report : null);
  });

  test('whose reply the flow cannot use failed in the page, and accepted nothing', async () => {
    const flow = structuredClone(site.flows['pedido']) as unknown as {
      steps: { pedido: { submit: { calls: { saveAs: object }[] } } };
    };
    for (const call of flow.steps.pedido.submit.calls) call.saveAs = { nome: ['$', 'none'] };
    const broken = compiledFlow({ ...site, flows: { pedido: flow as never } }, 'pedido');
    const found = await ended(broken, { flow: broken.flow, forms: site.forms }, { run: sendOrder });
    expect(found).toMatchObject({ kind: 'page-failed', hasReply: true, accepted: 0 });
  });

  test('names the step that decided it, also if others follow', async () => {
    const run = async (driver: EngineDriver): Promise<void> => {
      await driver.submit();
      await driver.send({ type: 'GO', screen: 'none' });
    };
    expect(await ofFixture('pedido', run)).toMatchObject({ kind: 'refused', decidedAt: 1 });
    expect(await ofFixture('pedido', (driver) => driver.type('email', 'a'))).toMatchObject({ decidedAt: 1 });
  });

  test('that leaves before a reply has waited for it', async () => {
    const lines = await traceLines(compiledFlow(site, 'pedido'), { run: sendOrder });
    const until = lines.findIndex((line) => line.kind === 'step' && line.event?.type === 'DONE');
    const called = lines[until - 1] as TraceStep;
    const end = { ...(lines.at(-1) as TraceEnd), steps: called.n + 1, at: called.at + 7000 };
    expect(endingOf([...lines.slice(0, until), end], fixtureContext('pedido'))).toMatchObject({
      ...{ kind: 'left', awaited: { path: '/api/pedido' }, awaitedMs: 7000 },
    });
  });

  test('that corrects a form after a refusal waits for no reply', async () => {
    const run = async (driver: EngineDriver): Promise<void> => {
      await sendOrder(driver);
      await driver.type('email', 'other@x.example');
    };
    const answer: Answer = async () => ({ message: null, status: 422 });
    expect(await ofFixture('pedido', run, { answer })).toMatchObject({ kind: 'left', field: 'email', awaited: null });
  });

  test('has the last outcome of a form that is sent again', async () => {
    let count = 0;
    const answer: Answer = async () => (count++ === 0 ? { message: null, status: null } : { output: {} });
    const run = async (driver: EngineDriver) => {
      await sendOrder(driver);
      await driver.submit();
    };
    expect(await ofFixture('pedido', run, { answer })).toMatchObject({ kind: 'submitted', accepted: 1 });
  });

  test('is not refused by a call without which the flow goes on', async () => {
    const answer: Answer = async ({ path }) =>
      path.endsWith('pessoa') ? { message: null, status: 404 } : { output: { score: 50, level: 'ALTO' } };
    const input = { screen: 'resultado', query: { uid: '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11' } };
    const run = async (): Promise<void> => {};
    expect(await ofFixture('teste', run, { answer, input })).toMatchObject({ kind: 'left', screen: 'resultado' });
    const none: Answer = async () => ({ message: null, status: 404 });
    expect(await ofFixture('teste', run, { answer: none, input })).toMatchObject({
      kind: 'refused',
      by: 'server',
      status: 404,
      call: { method: 'GET', path: '/api/teste/resultado' },
    });
  });

  test('without an end is open, and names the call that has no reply', async () => {
    const run = async (driver: EngineDriver) => {
      await driver.type('name', 'Ana');
    };
    expect(await ofFixture('pedido', run, { reason: null })).toMatchObject({
      kind: 'open',
      field: 'name',
      isOpen: true,
    });
    expect(await ofFixture('pedido', run, { reason: 'download' })).toMatchObject({ kind: 'open' });
    const lines = await traceLines(compiledFlow(site, 'pedido'), { run: sendOrder, reason: null });
    const waiting = lines.slice(
      0,
      lines.findIndex((line) => line.kind === 'step' && line.event?.type === 'DONE'),
    );
    expect(endingOf(waiting, fixtureContext('pedido'))).toMatchObject({
      kind: 'open',
      awaited: { method: 'POST', path: '/api/pedido' },
    });
  });

  test('of a flow that is not defined any more has an ending, too', async () => {
    const run = (driver: EngineDriver) => driver.submit();
    expect(await ended(compiledFlow(site, 'pedido'), { flow: null, forms: {} }, { run })).toMatchObject({
      kind: 'refused',
      screen: 'pedido',
      fields: [
        { name: 'name', rule: null },
        { name: 'email', rule: null },
      ],
    });
  });
});

describe('a flow', () => {
  const withIntro = (to: string, more: object = {}) =>
    ({
      ...example,
      steps: {
        ...example.steps,
        intro: { path: ['/'], show: [], on: { end: { to, ...more } } },
        shut: { close: true },
        gone: { redirect: { to: 'https://pay.example/ok?nome=Ana', params: {} } },
      },
    }) as never;
  const press = (driver: EngineDriver) => driver.press('end');
  const contextOf = ({ flow }: CompiledFlow): EndingContext => ({ flow, forms: { contact } });

  test('that closes its dialog has closed it', async () => {
    const flow = compileExample(withIntro('shut'));
    expect(await ended(flow, contextOf(flow), { run: press })).toMatchObject({
      kind: 'closed',
      by: 'flow',
      screen: 'intro',
    });
  });

  test('whose dialog the visitor closed has the field, unless it was sent before', async () => {
    const closed = { reason: 'closed' } as const;
    expect(await ofFixture('pedido', (driver) => driver.type('email', 'ana@'), closed)).toMatchObject({
      ...{ kind: 'closed', by: 'visitor', field: 'email', screen: 'pedido' },
    });
    expect(await ofFixture('pedido', sendOrder, closed)).toMatchObject({ kind: 'submitted' });
  });

  test('that reports a purchase has sold, also if a redirect follows', async () => {
    const flow = compileExample(withIntro('gone', { track: { name: 'Purchase' } }));
    expect(await ended(flow, contextOf(flow), { run: press })).toMatchObject({
      kind: 'bought',
      to: 'https://pay.example/ok',
    });
  });
});

test('a visit ended as the last of its sessions in which the visitor did anything', async () => {
  const sent = await ofFixture('pedido', sendOrder);
  const shown = await ofFixture('inscricao', async () => {});
  expect(endingOfVisit([sent, shown])).toBe(sent);
  expect(endingOfVisit([shown])).toBe(shown);
  expect(endingOfVisit([])).toBeNull();
});
