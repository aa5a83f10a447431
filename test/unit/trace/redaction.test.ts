/** What a trace keeps of a visitor: only values that the definition declares free of personal data. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { SessionInput } from '../../../engine/flow/context.ts';
import type { SessionEvent } from '../../../engine/session/session.ts';
import { authorStrings } from '../../../engine/trace/author-strings.ts';
import { createRecorder, type TraceLine } from '../../../engine/trace/record.ts';
import { createRedaction } from '../../../engine/trace/redaction.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import type { TraceStep } from '../../../schemas/generated/types.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { compileExample, compileWith, example } from '../session/example-flow.ts';

let site: SiteDefinition;
beforeAll(async () => {
  site = await loadFixture('visits');
});

const uid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
const planted = 'Maria.Segredo+21934567812@exemplo.com.br';

/** A recorded trace, replayed exactly. */
function recorded(flow: ReturnType<typeof compileExample>, input: Partial<SessionInput>, events: SessionEvent[]) {
  const recorder = createRecorder(flow, startAt(input), '1f0k3q9z7m2x5c8v');
  for (const event of events) recorder.record(event, { at: 1_790_000_000_000, random: 0.5 });
  recorder.end('left');
  const text = recorder
    .lines()
    .map((line) => JSON.stringify(line))
    .join('\n');
  const lines = text.split('\n').map((line) => JSON.parse(line) as TraceLine);
  const replay = replayTrace(flow, lines);
  expect(replay).toMatchObject({ divergence: null, ended: true, strayedAt: null });
  return { text, steps: lines.filter((line): line is TraceStep => line.kind === 'step'), lines };
}

const fields = ['Maria', 'Segredo', '21934567812', 'exemplo', uid.slice(0, 8), uid.slice(-12)];
const expectClean = (text: string): void => {
  for (const secret of fields) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
};

describe('a trace contains no personal value', () => {
  test('from undeclared parameters, campaigns, the source and the landing', () => {
    const { text, lines } = recorded(
      compiledFlow(site, 'pedido'),
      {
        screen: 'pedido',
        query: { email: planted, [planted]: '1', utm_source: planted },
        visit: {
          src: planted,
          utm_source: planted,
          utm_term: planted,
          referrer: 'maria.segredo.adv',
          path: `/${planted}`,
        },
      },
      [{ type: 'INPUT', field: 'name', value: planted }],
    );
    expectClean(text);
    expect((lines[0] as { input: { query: object } }).input.query).toEqual({});
  });

  test('from a server’s message, whole or within a text', () => {
    const { text, steps } = recorded(compiledFlow(site, 'reserva'), { screen: 'dados' }, [
      { type: 'SUBMIT', values: { name: 'Maria Segredo', email: 'maria@exemplo.com.br', phone: '21934567812' } },
      { type: 'FAILED', id: 'call:dados/call-0', error: { message: `${planted} já existe`, status: 422 } },
    ]);
    expectClean(text);
    expect(steps.at(-1)?.state).toBe('dados.ready');
    expect(steps.at(-1)?.effects).toContainEqual({
      kind: 'alert',
      text: 'Aaaaa.Aaaaaaa+99999999999@aaaaaaa.aaa.aa aa aaaaaa',
      as: 'error',
    });
  });

  test('from a reply: undeclared members and their names', () => {
    const { text } = recorded(compiledFlow(site, 'reserva'), {}, [
      { type: 'TIMER', id: 'timer:verificando/4000' },
      { type: 'SUBMIT', values: { name: 'Maria Segredo', email: 'maria@exemplo.com.br', phone: '21934567812' } },
      {
        type: 'DONE',
        id: 'call:dados/call-0',
        output: {
          redirectUrl: `https://pay.exemplo.com.br/?e=${planted}`,
          [planted]: { owner: planted, phones: [21934567812], born: 21934567812 },
        },
      },
    ]);
    expectClean(text);
  });

  test('from the key of a visit: each key has one stand-in everywhere', () => {
    const { text, steps } = recorded(compiledFlow(site, 'teste'), { screen: 'resultado', query: { uid } }, [
      {
        type: 'DONE',
        id: 'call:resultado/load-0',
        output: { score: 75, level: 'ALTO' },
      },
      { type: 'FAILED', id: 'call:resultado/load-1', error: { message: null, status: 404 } },
      { type: 'on', name: 'talk' },
    ]);
    expectClean(text);
    expect(text).not.toContain('0b5e');
    const standIn = '00000000-0000-4000-8000-000000000001';
    expect(steps[0]?.effects).toMatchObject([
      { kind: 'navigate', query: { uid: standIn } },
      { kind: 'call', payload: { uid: standIn } },
    ]);
    // Declared choices and numbers decide as in the visit.
    expect(JSON.stringify(steps.at(-1)?.effects)).toContain('utm_level=ALTO');
    expect(steps[1]?.event).toMatchObject({ output: { score: 75, level: 'ALTO' } });
  });

  test('from an invalid choice or invalid answers', () => {
    const flow = compiledFlow(site, 'teste');
    const invalid = recorded(flow, { screen: 'pessoa', query: { answers: JSON.stringify([planted]) } }, []);
    expectClean(invalid.text);
    expect(invalid.steps[0]?.state).toBe('inicio.ready');
    const valid = recorded(flow, { screen: 'pessoa', query: { answers: '[ 5,10]' } }, []);
    expect(valid.steps[0]?.state).toBe('pessoa.ready');
    const saved = recorded(
      flow,
      { screen: null, saved: { greeting: planted, answers: [planted], other: planted } },
      [],
    );
    expectClean(saved.text);
  });
});

describe('a text', () => {
  const withCode = (anonymous: boolean) =>
    compileExample({
      ...example,
      data: { ...example.data, code: { type: 'text', ...(anonymous ? { anonymous } : {}) } },
      steps: {
        ...example.steps,
        intro: { ...example.steps['intro'], query: { code: { missing: 'Falta.' } }, fallback: { to: 'intro' } },
      },
    } as never);

  test('declared anonymous is kept; any other is redacted', () => {
    const input = { screen: 'intro', query: { code: 'Blumenau 7' } };
    expect(recorded(withCode(true), input, []).text).toContain('Blumenau 7');
    const { text } = recorded(withCode(false), input, []);
    expect(text).not.toContain('Blumenau');
    expect(text).toContain('Aaaaaaaa 9');
  });
});

describe('the shadow of a visit', () => {
  test('is refused and accepted like the visitor’s, even if a rule depends on digits', () => {
    const form = structuredClone(compileExample().forms[0]) as never as {
      fields: { name: string; rules: { rule: string; pattern?: string; message: string }[] }[];
    };
    form.fields[1]?.rules.push({ rule: 'pattern', pattern: '\\(?(11|21).*', message: 'DDD desconhecido.' });
    const flow = compileWith(form as never);
    const screen = { screen: 'contact', query: { answers: '[10,10]' } };
    const submit = (wa: string): SessionEvent => ({ type: 'SUBMIT', values: { nome: 'Maria', wa, ok: true } });
    const refused = recorded(flow, screen, [submit('(99) 93456-7812')]);
    expect(refused.steps.at(-1)?.state).toBe('contact.ready');
    const accepted = recorded(flow, screen, [submit('(99) 93456-7812'), submit('(21) 93456-7812')]);
    expect(accepted.steps.at(-1)?.state).toBe('contact.call-0');
    expectClean(accepted.text);
    expect(accepted.text).not.toContain('93456');
  });

  test('marks where it departed from the visitor’s path', () => {
    const flow = compileExample({
      ...example,
      data: { ...example.data, where: { type: 'text' } },
      steps: {
        ...example.steps,
        intro: { ...example.steps['intro'], query: { where: { missing: 'x' } }, fallback: { to: 'intro' } },
        route: {
          branch: [
            { when: ['==', ['.', ['$', 'visit'], 'src'], ['$', 'where']] as never, to: 'away' },
            { to: 'result' },
          ],
        },
        contact: { ...example.steps['contact'], submit: undefined, next: 'route' },
        away: { redirect: { to: '/fora' } },
      },
    } as never);
    const events: SessionEvent[] = [{ type: 'SUBMIT', values: { nome: 'Maria', wa: '21934567812', ok: true } }];
    const recorder = createRecorder(
      flow,
      startAt({ screen: 'contact', query: { answers: '[10,10]' }, saved: { where: 'a b' }, visit: { src: 'c d' } }),
    );
    for (const event of events) recorder.record(event, { at: 1_790_000_000_000, random: 0.5 });
    const lines = JSON.parse(JSON.stringify(recorder.lines(true))) as TraceLine[];
    const replay = replayTrace(flow, lines);
    // Redacted, both are the same text: the shadow leaves while the visitor sees a result.
    expect(replay).toMatchObject({ divergence: null, strayedAt: 1 });
    expect(lines[2]).toMatchObject({ state: 'away', real: 'result.load-0' });
  });
});

describe('a submitted value', () => {
  const field = (name: string, type: string, more: object = {}) => ({ name, type, label: '', rules: [], ...more });
  const options = [
    { value: 'Alta', label: 'Alta' },
    { value: 'Baixa', label: 'Baixa' },
  ];
  const data = {
    score: { type: 'number', aliases: ['pontos'] },
    ratio: { type: 'number', max: 10 },
    ids: { type: 'list', of: 'uuid' },
    sizes: { type: 'list', of: 'number' },
    free: { type: 'text', anonymous: true },
    note: { type: 'text' },
    secret: { type: 'number', pii: 'text' },
    shared: { type: 'number' },
    whole: { type: 'record', fields: { inner: { type: 'number' }, hidden: { type: 'number', pii: 'text' } } },
    person: { type: 'record', pii: 'text', fields: { age: { type: 'number' } } },
  };
  const flow = {
    ...example,
    data,
    calls: {
      '/api/start': { method: 'POST', input: { shared: { type: 'number', pii: 'text' }, called: { type: 'number' } } },
    },
  };
  const forms = [
    {
      fields: [
        field('tick', 'checkbox', { aliases: ['check'] }),
        field('level', 'choice', { options }),
        field('levels', 'choices', { options }),
        field('mine', 'choice', { options, pii: 'text' }),
      ],
    },
  ];
  const redaction = createRedaction({ flow, forms } as never);
  const redacted = (values: Record<string, unknown>) =>
    (redaction.event({ type: 'SUBMIT', values } as never) as { values: Record<string, unknown> }).values;

  test.each([
    ['a number that the flow declares', { score: 72, called: 31, pontos: 5 }, { score: 72, called: 31, pontos: 5 }],
    ['a number outside of its range', { ratio: 72 }, { ratio: 99 }],
    ['a number in a text', { note: 72 }, { note: 99 }],
    ['a number too long for its digits', { note: 1.5e300 }, { note: 9 }],
    ['a number that is personal', { secret: 72 }, { secret: 99 }],
    ['a number that is personal in one place', { shared: 72 }, { shared: 99 }],
    ['a flag', { tick: true, check: false }, { tick: true, check: false }],
    ['a choice', { level: 'Alta' }, { level: 'Alta' }],
    ['a value outside of the choice', { level: 'Nunca 1' }, { level: 'Aaaaa 9' }],
    ['a choice that is personal', { mine: 'Alta' }, { mine: 'Aaaa' }],
    ['a list of choices', { levels: ['Baixa', 'Outra'] }, { levels: ['Baixa', 'Aaaaa'] }],
    ['a list of numbers', { sizes: [41, null] }, { sizes: [41, null] }],
    ['a list under a text', { note: ['Maria', 12] }, { note: ['Aaaaa', 99] }],
    ['an anonymous text', { free: 'Rua 7' }, { free: 'Rua 7' }],
    ['a text', { note: 'Rua 7' }, { note: 'Aaa 9' }],
    ['a text of the author', { note: 'direct_access' }, { note: 'direct_access' }],
    ['a record', { whole: { inner: 7, hidden: 7, Maria: 7 } }, { whole: { inner: 7, hidden: 9, Aaaaa: 9 } }],
    ['a record that is personal', { person: { age: 31, stranger: 'x' } }, { person: { age: 99, aaaaaaaa: 'a' } }],
    ['nothing', { note: null, tick: null }, { note: null, tick: null }],
    ['a name that nobody declared', { Maria: 1 }, {}],
  ])('%s', (_, values, expected) => expect(redacted(values)).toEqual(expected));

  test('that is a key has one stand-in, in small letters and capitals', () => {
    const key = uid.slice(0, -1);
    const stands = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
    const fresh = createRedaction({ flow, forms } as never);
    const ids = (values: unknown) =>
      (fresh.event({ type: 'SUBMIT', values: { ids: values } } as never) as never as { values: { ids: unknown } })
        .values.ids;
    expect(ids([`${key}1`, `${key}2`, `${key}1`.toUpperCase()])).toEqual([stands(1), stands(2), stands(1)]);
    expect(ids([`${key}2`])).toEqual([stands(2)]);
  });

  test('in an address stays valid or invalid', () => {
    const steps = { intro: { query: { score: {}, level: {}, free: {}, note: {}, key: {}, sizes: {} } } };
    const own = { ...data, level: { type: 'choice', of: ['Alta'] }, key: { type: 'uuid' } };
    const { input } = createRedaction({ flow: { ...flow, data: own, steps }, forms: [] } as never);
    const carried = (query: Record<string, string>) => input(startAt({ query })).query;
    expect(carried({ score: '72', level: 'Alta', free: 'Rua 7', note: 'Rua 7', key: uid, sizes: ' [41]' })).toEqual({
      ...{ score: '72', level: 'Alta', free: 'Rua 7', note: 'Aaa 9' },
      ...{ key: '00000000-0000-4000-8000-000000000001', sizes: '[41]' },
    });
    expect(carried({ score: '"7"', level: 'Maria', key: 'Maria', sizes: '[41', note: '', other: 'x' })).toEqual({
      ...{ score: '?', level: '?', key: '?', sizes: '?', note: '' },
    });
    const long = (count: number) => carried({ sizes: `[${'1'.padStart(count - 2)}]` })['sizes'];
    expect([long(2000), long(2001), carried({ score: 'null' })['score']]).toEqual(['[1]', '?', '?']);
  });
});

test('the strings of an author are public, but for texts that visitors read', () => {
  const flow = {
    ...example,
    hash: 'the-hash',
    steps: { ask: { path: ['/pergunta'], title: 'Título', show: ['Mostra'], on: { go: { to: 'fim' } } } },
    questions: {
      one: { items: [{ id: 'q1', question: 'Quanto?', options: [{ value: 'muito', label: 'Rótulo', hint: 'Dica' }] }] },
    },
    texts: { hello: 'Olá' },
  };
  const field = {
    name: 'plano',
    aliases: ['plan'],
    type: 'choice',
    label: 'Plano',
    default: 'anual',
    options: [{ value: 'mensal', label: 'Por mês' }],
    rules: [{ rule: 'required', message: 'Escolha.' }],
  };
  const strings = authorStrings(flow as never, [{ ...compileExample().forms[0], fields: [field] }] as never);
  const written = [
    '/pergunta',
    'go',
    'fim',
    'q1',
    'muito',
    'plano',
    'plan',
    'anual',
    'mensal',
    'direct_access',
    'message',
    'status',
    'success',
  ];
  for (const each of written) expect(strings, each).toContain(each);
  const read = [
    'Título',
    'Mostra',
    'Quanto?',
    'Rótulo',
    'Dica',
    'hello',
    'Olá',
    'Plano',
    'Por mês',
    'Escolha.',
    'the-hash',
  ];
  for (const each of read) expect(strings, each).not.toContain(each);
});
