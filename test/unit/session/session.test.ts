import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import { sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { type Answer, driveEngine, startAt } from '../../harness/engine-driver.ts';
import { code, compileExample, contactStep, example } from './example-flow.ts';

const compiled = compileExample();
const fine: Answer = async (call) => ({
  output: call.path === '/api/result' ? { score: 100 } : { ok: true, redirectUrl: '/dali' },
});

/** A visitor at the form, with both questions answered. */
async function atForm(first: number, second: number, answer: Answer = fine) {
  const driver = await driveEngine(compiled, startAt({ screen: 'quiz', visit: { src: 'insta' } }), answer);
  await driver.choose(first);
  await driver.next();
  await driver.choose(second);
  await driver.next();
  await driver.expectScreen('contact');
  return driver;
}

async function fillIn(driver: Awaited<ReturnType<typeof atForm>>) {
  await driver.type('nome', 'Maria Silva');
  await driver.type('wa', '11987654321');
}

describe('steps', () => {
  test('a reaction tracks, waits and continues; a second press is ignored', async () => {
    const driver = await driveEngine(compiled, startAt(), fine);
    await driver.expectScreen('intro');
    await driver.press('begin');
    expect(stateOf(driver.session)).toBe('intro.do-begin');
    expect(await driver.send({ type: 'on', name: 'begin' })).toBe(false);
    await driver.elapse(599);
    await driver.expectScreen('intro');
    await driver.elapse(1);
    await driver.expectScreen('checking');
    expect(driver.effects.filter((effect) => effect.kind === 'track').map((effect) => effect.event)).toEqual(['Began']);
  });

  test('a random delay is drawn once, between its bounds', async () => {
    for (const [random, ms] of [
      [0, 3500],
      [0.5, 4000],
      [0.9999999, 4500],
    ] as const) {
      const driver = await driveEngine(compiled, startAt({ random }), fine);
      await driver.press('begin');
      await driver.elapse(600);
      expect(driver.effects.filter((effect) => effect.kind === 'timer').at(-1)?.ms).toBe(ms);
      await driver.elapse(ms - 1);
      await driver.expectScreen('checking');
      await driver.elapse(1);
      await driver.expectScreen('quiz.one');
    }
  });

  test('a question requires an answer, keeps it, and shows it again on the way back', async () => {
    const driver = await driveEngine(compiled, startAt({ screen: 'quiz' }), fine);
    await driver.next();
    await driver.expectToast('Aviso', 'Selecione.');
    await driver.expectScreen('quiz.one');
    expect(await driver.send({ type: 'PREVIOUS' })).toBe(false);
    expect(await driver.send({ type: 'SELECT', value: 7 })).toBe(false);
    await driver.choose(10);
    await driver.next();
    await driver.expectScreen('quiz.other');
    await driver.previous();
    await driver.expectScreen('quiz.one');
    expect(driver.session.snapshot.context.values['answers']).toEqual([10, null]);
  });

  test('incomplete answers are reported, and the step stays', async () => {
    const driver = await driveEngine(compiled, startAt({ screen: 'quiz.other' }), fine);
    await driver.expectScreen('quiz.other');
    await driver.choose(0);
    await driver.next();
    await driver.expectToast('Erro', 'Falhou.');
    await driver.expectScreen('quiz.other');
  });

  test('the address contains the values that a step needs', async () => {
    const driver = await atForm(10, 0);
    expect(await driver.address()).toBe('/contato?answers=%5B10%2C0%5D');
  });

  test('a form shows its first error, clears it on edit, and masks', async () => {
    const driver = await atForm(10, 10);
    await driver.submit();
    await driver.expectToast('Aviso', 'Informe o nome.');
    await driver.expectFieldError('nome', 'Informe o nome.');
    expect(driver.effects.at(-1)).toEqual({ kind: 'focus', field: 'nome' });
    await driver.type('nome', 'M');
    await driver.expectFieldError('nome', undefined as never);
    await driver.type('wa', '11987654321');
    expect(driver.session.snapshot.context.values['wa']).toBe('(11) 98765-4321');
  });

  test('calls are made in sequence with all values that the intakes accept', async () => {
    const driver = await atForm(10, 10);
    await fillIn(driver);
    await driver.submit();
    await driver.expectScreen('result');
    const calls = driver.effects.filter((effect) => effect.kind === 'call');
    expect(calls.map(({ id, method, path, payload }) => ({ id, method, path, payload }))).toEqual([
      {
        id: 'call:contact/call-0',
        method: 'POST',
        path: '/api/start',
        payload: { uid: expect.any(String), nome: 'Maria Silva', wa: '11987654321', timestamp: expect.any(Number) },
      },
      {
        id: 'call:contact/call-1',
        method: 'POST',
        path: '/api/finish',
        payload: { uid: expect.any(String), answers: [10, 10], score: 100 },
      },
      { id: 'call:result/load-0', method: 'GET', path: '/api/result', payload: { uid: expect.any(String) } },
    ]);
    expect(calls[0]?.times).toEqual(['timestamp']);
  });

  test('a reply may omit an optional value, and no other', async () => {
    const asking = (optional: boolean) =>
      compileExample({
        ...example,
        data: { ...example.data, link: { type: 'text', ...(optional && { optional }) } },
        steps: {
          ...example.steps,
          away: {
            kind: 'show',
            fetch: {
              calls: [{ get: '/api/result', saveAs: { link: code('reply.link') } }],
              onError: { toast: 'Erro', text: 'Falhou.' },
            },
            show: [],
            path: ['/fora'],
          },
        },
      });
    const taken = async (optional: boolean, output: Json) => {
      const driver = await driveEngine(asking(optional), startAt({ screen: 'away' }), async () => ({ output }));
      return { state: stateOf(driver.session), link: driver.session.snapshot.context.values['link'] };
    };
    expect(await taken(true, { link: '/dali' })).toEqual({ state: 'away.ready', link: '/dali' });
    expect(await taken(true, {})).toEqual({ state: 'away.ready', link: null });
    expect(await taken(true, { link: 5 })).toMatchObject({ state: 'away.failed' });
    expect(await taken(false, {})).toMatchObject({ state: 'away.failed' });
  });

  test('a failed call shows the server’s message, else its own, and keeps the input', async () => {
    for (const [message, shown] of [
      ['Ocupado.', 'Ocupado.'],
      [null, 'Tente de novo.'],
    ] as const) {
      const driver = await atForm(10, 10, async (call) =>
        call.path === '/api/finish' ? { message, status: 503 } : { output: {} },
      );
      await fillIn(driver);
      await driver.submit();
      await driver.expectToast('Erro', shown);
      await driver.expectScreen('contact');
      expect(driver.session.snapshot.context.values['nome']).toBe('Maria Silva');
      expect(await driver.send({ type: 'SUBMIT', values: {} })).toBe(true);
    }
  });

  test('a branch follows its condition; a redirect prefers the reply’s address and appends known values', async () => {
    const driver = await atForm(0, 10);
    await fillIn(driver);
    await driver.submit();
    expect(stateOf(driver.session)).toBe('away');
    expect(driver.effects.at(-1)).toEqual({
      kind: 'leave',
      href: '/fora',
      preferred: '/dali',
      append: { src: 'insta' },
    });
  });

  test('a background post does not delay the visitor', async () => {
    const driver = await atForm(10, 10, async (call) =>
      call.background ? { message: null, status: 500 } : { output: { score: 100 } },
    );
    await fillIn(driver);
    await driver.submit();
    await driver.press('talk');
    await driver.expectScreen('thanks');
    expect(driver.effects.slice(-3).map((effect) => effect.kind)).toEqual(['call', 'open', 'navigate']);
  });

  test('a call whose values cannot be computed fails: the step shows its message and continues', async () => {
    const { steps } = example;
    const [start, ...others] = contactStep.submit?.calls ?? [];
    const values = { nome: code("texts['none']") };
    const submit = { ...contactStep.submit, calls: [{ ...start, with: values }, ...others] };
    const flow = { ...example, steps: { ...steps, contact: { ...contactStep, submit } } } as FlowDefinition;
    const driver = await driveEngine(
      compileExample(flow),
      startAt({ screen: 'contact', query: { answers: '[10,10]' } }),
      fine,
    );
    await fillIn(driver);
    await driver.submit();
    expect(stateOf(driver.session)).toBe('contact.ready');
    await driver.expectToast('Erro', 'Tente de novo.');
    expect(driver.effects.filter(({ kind }) => kind === 'call')).toEqual([]);
  });

  test('a log shows the reply, and only the presence of personal values', async () => {
    const { steps } = example;
    const contact = contactStep;
    const log = { url: code('reply.redirectUrl'), who: code("nome + '!'"), src: code('visit.src') };
    const submit = { ...contact?.submit, onSuccess: { log } };
    const flow = { ...example, steps: { ...steps, contact: { ...contact, submit } } } as FlowDefinition;
    const driver = await driveEngine(
      compileExample(flow),
      startAt({ screen: 'contact', query: { answers: '[10,10]' }, visit: { src: 'insta' } }),
      fine,
    );
    await fillIn(driver);
    await driver.submit();
    expect(driver.effects.filter(({ kind }) => kind === 'log')).toEqual([
      { kind: 'log', values: { url: '/dali', who: '••••• •••••!', src: 'insta' } },
    ]);
  });

  test('a reply of the wrong type fails the call', async () => {
    const driver = await driveEngine(
      compiled,
      startAt({ screen: 'result', query: { uid: '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11' } }),
      async () => ({ output: { score: 'much' } }),
    );
    expect(stateOf(driver.session)).toBe('result.failed');
    await driver.expectToast('Erro ao carregar', 'Depois.');
  });
});

describe('a direct visit to a step', () => {
  const cases = [
    ['contact', {}, 'Sem respostas.'],
    ['contact', { answers: 'nonsense' }, 'Respostas inválidas.'],
    ['contact', { answers: '[10]' }, 'Respostas inválidas.'],
    ['contact', { answers: '[10,7]' }, 'Respostas inválidas.'],
    ['contact', { answers: '[10,null]' }, 'Respostas inválidas.'],
    ['contact', { answers: '"<script>"' }, 'Respostas inválidas.'],
    ['contact', { answers: '{"__proto__":1}' }, 'Respostas inválidas.'],
    ['result', {}, 'Sem identificação.'],
    ['result', { uid: '1' }, 'Sem identificação.'],
  ] as const;
  test.each(cases)('%s with %o', async (screen, query, text) => {
    const driver = await driveEngine(compiled, startAt({ screen, query }), fine);
    await driver.expectScreen('intro');
    await driver.expectToast('Erro', text);
    expect(await driver.address()).toBe('/intro');
  });

  test('with the values it needs', async () => {
    const driver = await driveEngine(compiled, startAt({ screen: 'contact', query: { answers: '[10,0]' } }), fine);
    await driver.expectScreen('contact');
    expect(driver.session.snapshot.context.values['answers']).toEqual([10, 0]);
  });

  test('of an unknown name starts at the beginning', async () => {
    const driver = await driveEngine(compiled, startAt({ screen: 'nowhere' }), fine);
    await driver.expectScreen('intro');
  });
});

describe('back and forward', () => {
  test('back returns to the previous screen with its answer; a screen with unmet needs is refused', async () => {
    const driver = await atForm(10, 0);
    await driver.back();
    await driver.expectScreen('quiz.other');
    const fresh = await driveEngine(compiled, startAt(), fine);
    expect(await fresh.send({ type: 'GO', screen: 'contact' })).toBe(false);
    await fresh.expectScreen('intro');
  });

  test('leaving during a call discards it; its late response is ignored', async () => {
    const driver = await atForm(10, 10, async (call) =>
      call.path === '/api/start' ? new Promise(() => {}) : { output: {} },
    );
    await fillIn(driver);
    void driver.submit();
    await Promise.resolve();
    expect(stateOf(driver.session)).toBe('contact.call-0');
    await driver.send({ type: 'GO', screen: 'quiz.one' });
    expect(driver.effects).toContainEqual({ kind: 'forget', id: 'call:contact/call-0' });
    expect(await driver.send({ type: 'DONE', id: 'call:contact/call-0', output: {} })).toBe(false);
  });
});

describe('purity', () => {
  test('the same events give the same session, and the given session is not changed', () => {
    const stamp = { at: 1, random: 0.1 };
    const { session } = startSession(compiled, startAt({ screen: 'quiz' }));
    const before = JSON.stringify(session.snapshot.context);
    const once = sendEvent(session, { type: 'SELECT', value: 10 }, stamp);
    const twice = sendEvent(session, { type: 'SELECT', value: 10 }, stamp);
    expect(JSON.stringify(once.session.snapshot.context)).toBe(JSON.stringify(twice.session.snapshot.context));
    expect(JSON.stringify(session.snapshot.context)).toBe(before);
    expect(JSON.stringify(once.session.snapshot.context)).not.toBe(before);
  });

  test('values of an earlier visit are restored by name if they fit', async () => {
    const saved = { answers: [10, null], uid: 'not a uuid', result: { score: 'x' }, gone: 1 };
    const driver = await driveEngine(compiled, startAt({ screen: 'quiz.other', saved: saved as never }), fine);
    expect(driver.session.snapshot.context.values).toMatchObject({
      answers: [10, null],
      uid: '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11',
      result: null,
    });
    expect(driver.session.snapshot.context.values).not.toHaveProperty('gone');
  });
});

test('the machine’s configuration contains no functions: guards, actions and actors are named, their parameters are data', () => {
  const walk = (value: unknown, path: string): string[] => {
    if (typeof value === 'function') return [path];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) => walk(item, `${path}/${key}`));
  };
  const config = compiled.machine.config as unknown as { states: object; on: object };
  expect([...walk(config.states, 'states'), ...walk(config.on, 'on')]).toEqual([]);
});
