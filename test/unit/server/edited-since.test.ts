/** What an edit of a site since a visit means for it: the first step that differs, wherever it is. */
import { beforeAll, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { timelineOf } from '../../../server/timelines/timeline.ts';
import type { EngineDriver } from '../../harness/engine-driver.ts';
import { copyFixture, loadFixture } from '../../harness/fixture-sites.ts';
import type { Edit } from '../../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { type Course, traceLines } from '../../harness/recorded-trace.ts';

let site: SiteDefinition;
beforeAll(async () => {
  site = await loadFixture('visits');
});

const uid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
const person = async (driver: EngineDriver): Promise<void> => {
  await driver.type('name', 'Ana Prado');
  await driver.type('email', 'ana@x.example');
  await driver.submit();
};
const order: Course = {
  run: async (driver) => {
    await person(driver);
    await driver.elapse(4000);
  },
};
const quiz: Course = {
  input: { ids: { uid } },
  answer: async ({ path }) => ({
    output: path.endsWith('resultado')
      ? { score: 75, level: 'ALTO' }
      : path.endsWith('pessoa')
        ? { nome: 'Ana' }
        : { uid },
  }),
  run: async (driver) => {
    await driver.press('begin');
    await driver.send({ type: 'NEXT', value: 5 });
    await driver.send({ type: 'NEXT', value: 10 });
    await person(driver);
    await driver.press('talk');
  },
};

/** The explanations of a visit on an edited site, each with its session and the number of its step as staff read it. */
async function explained(edits: readonly Edit[], ...courses: readonly (readonly [flow: string, Course])[]) {
  const edited = await loadFunnels(copyFixture('visits', edits));
  const traces = [];
  for (const [index, [flow, course]] of courses.entries()) {
    const at = Date.UTC(2026, 10, 20, 12, index);
    const lines: TraceLine[] = await traceLines(compiledFlow(site, flow), {
      ...course,
      input: { ...course.input, at },
    });
    const [head] = lines;
    if (head?.kind === 'head') traces.push({ name: `trace ${index}`, head, lines, error: null });
  }
  const { explanations } = await timelineOf(
    { visit: '1f0k3q9z7m2x5c8v', traced: { traces, faults: [] }, records: [], log: [] },
    {
      ...{ site: edited, isPersonal: false, tracesOf: async () => ({ traces: [], faults: [] }) },
      store: { deliveries: { of: async () => [] } } as never,
    },
  );
  return explanations.map(({ session, text }) => `${session}: ${text}`);
}

test('a visit of an unchanged site, and one of a site with other texts, is not explained', async () => {
  expect(await explained([], ['pedido', order], ['teste', quiz])).toEqual([]);
  expect(
    await explained([['teste.flow.yaml', 'question: Primeira?', 'question: A primeira?']], ['teste', quiz]),
  ).toEqual([]);
});

test.each<[what: string, flow: string, edits: readonly Edit[], text: string]>([
  [
    'the address of the redirect at the end',
    'pedido',
    [['pedido.flow.yaml', 'redirect: { to: /obrigado,', 'redirect: { to: /inscricao,']],
    'at step 6, “Enviado”, it now redirects to /inscricao, not to /obrigado.',
  ],
  [
    'a pause before the redirect',
    'pedido',
    [['pedido.flow.yaml', 'delay: 4s', 'delay: 9s']],
    'at step 5, “Pedido”, it now waits for 9.0 s; in this visit it waited for 4.0 s.',
  ],
  [
    'a step in the middle, after which the visit goes on as before',
    'teste',
    [['teste.flow.yaml', '      begin: { to: perguntas }', '      begin: { to: perguntas, track: { name: Comecou } }']],
    'at step 2, “Teste”, it now also sends the event Comecou.',
  ],
  [
    'a button that leads to another step',
    'teste',
    [
      [
        'teste.flow.yaml',
        "      talk: { openTab: 'https://chat.example/oi?utm_level={{ result.level }}' }\n    final: true",
        '      talk: { to: inicio }',
      ],
    ],
    'it now goes on to “Teste”; in this visit it stayed.',
  ],
  [
    'a rule that refuses what was accepted',
    'pedido',
    [
      [
        'contato.form.yaml',
        '{ rule: required, message: Informe o nome. }',
        "{ rule: pattern, pattern: '[0-9]*', message: 'Só números.' }",
      ],
    ],
    'at step 4, “Pedido”, it now refuses “Nome” (Só números.); in this visit it went on.',
  ],
  [
    'the limit of a level',
    'teste',
    [['teste.flow.yaml', "ALTO: '>= 50'", "ALTO: '>= 80'"]],
    'it now has "BAIXO" as payload.level of “call /api/teste”, not "ALTO".',
  ],
  [
    'a value that the server has to get',
    'teste',
    [
      [
        'visits.api.yaml',
        '      score: { type: number, min: 0, max: 100 }',
        '      score: { type: number, min: 90, max: 100 }',
      ],
    ],
    'it now gets “422: score: Este valor não é válido.” from POST /api/teste, not 200.',
  ],
])('%s is explained', async (_what, flow, edits, text) => {
  const found = await explained(edits, [flow, flow === 'pedido' ? order : quiz]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^0: The flow was edited since: at step \d+, “/);
  expect(found[0]).toContain(text);
});

test('the end is named where the recorded events lead to another one', async () => {
  const submit = '    submit:\n      calls:\n        - { post: /api/pedido';
  const [found] = await explained(
    [['pedido.flow.yaml', submit, submit.replace('calls:', 'onSuccess: { track: { name: Purchase } }\n      calls:')]],
    ['pedido', order],
  );
  expect(found).toBe(
    '0: The flow was edited since: at step 5, “Pedido”, it now also sends the event Purchase. Today this visit would be bought: the event Purchase was sent, then redirected to /obrigado.',
  );
});

test('an edit of an earlier page of the visit is explained, too', async () => {
  const edit: Edit = ['pedido.flow.yaml', 'redirect: { to: /obrigado,', 'redirect: { to: /inscricao,'];
  const found = await explained([edit], ['pedido', order], ['teste', quiz]);
  expect(found.filter((text) => text.includes('edited since'))).toEqual([
    '0: The flow was edited since: at step 6, “Enviado”, it now redirects to /inscricao, not to /obrigado.',
  ]);
});
