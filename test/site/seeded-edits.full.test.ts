/** Edits of the site on recorded visits: each change of behaviour is found at the step where it matters, no other text is. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { TraceLine } from '../../engine/trace/record.ts';
import { type DivergenceKind, type Replay, replayTrace } from '../../engine/trace/replay.ts';
import { answerAll, identify, maria } from '../harness/diagnostic.ts';
import { driveEngine, type EngineDriver, startAt } from '../harness/engine-driver.ts';
import { copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';

const diagnostic = 'diagnostico/diagnostico.flow.yaml';
const identification = 'diagnostico/identificacao.form.yaml';
const application = 'aplicacao/aplicacao.flow.yaml';
const signUp = 'workshop/inscricao.flow.yaml';

type Reply = { output: unknown } | { message: string | null; status: number | null };
type FlowId = 'diagnostico' | 'aplicacao' | 'inscricao';

const uid = startAt().ids['uid'] as string;
const input = { ids: { uid, visita: uid }, visit: { src: 'bio', utm_source: 'instagram' } };
const checkout = 'https://pagamento.perfiletico.com.br/vip';
const person = { name: 'Ana Souza', email: 'ana@example.com', phone: '11987654321' };

/** The replies of a visit by path, in order; the last one is repeated. */
const replying = (replies: Readonly<Record<string, readonly Reply[]>>) => {
  const used = new Map<string, number>();
  return async ({ path }: { path: string }): Promise<Reply> => {
    const all = replies[path] ?? [{ output: { uid } }];
    const at = used.get(path) ?? 0;
    used.set(path, at + 1);
    return all[Math.min(at, all.length - 1)] as Reply;
  };
};
const typeAll = async (driver: EngineDriver, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [field, value] of Object.entries(values)) await driver.type(field, value);
};

/** The visits: with an empty answer, a refused form, a failure, Back, and all the way to the end of each flow. */
async function record(): Promise<Record<FlowId, TraceLine[]>> {
  const site = await loadFunnels();
  const drive = (flow: FlowId, more: object, replies: Parameters<typeof replying>[0]) =>
    driveEngine(compiledFlow(site, flow), startAt({ ...input, ...more }), replying(replies));
  const quiz = await drive(
    'diagnostico',
    {},
    {
      '/api/diagnostico/result': [{ output: { uid, score: 75, level: 'VISIVEL', focusPillar: 'CONTEUDO' } }],
      '/api/diagnostico/user': [{ output: { nome: 'Maria' } }],
    },
  );
  await quiz.press('begin');
  await quiz.elapse(600);
  await quiz.next();
  await answerAll(quiz, [10, 10, 0, 10]);
  await identify(quiz, { ...maria, wa: '119876' });
  await quiz.submit();
  await quiz.type('wa', '1134567890');
  await quiz.submit();
  await quiz.expectScreen('resultado');
  await quiz.press('talk');
  await quiz.expectScreen('obrigado');

  const form = await drive(
    'aplicacao',
    {},
    {
      '/api/form-aplicacao': [{ message: null, status: 500 }, { output: {} }],
    },
  );
  await typeAll(form, { nome: 'Ana', email: person.email, whatsapp: person.phone });
  await form.submit();
  await form.submit();
  await form.expectScreen('presenca');
  await form.press('back');

  const dialog = await drive(
    'inscricao',
    { saved: { planType: 'vip' } },
    {
      '/api/leads': [{ output: { message: 'Inscrição recebida com sucesso.', redirectUrl: checkout } }],
    },
  );
  await typeAll(dialog, person);
  await dialog.submit();
  await dialog.expectScreen('pagamento');
  const lines = (driver: EngineDriver) => JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[];
  return { diagnostico: lines(quiz), aplicacao: lines(form), inscricao: lines(dialog) };
}

let traces: Record<FlowId, TraceLine[]>;
beforeAll(async () => {
  traces = await record();
});

async function replayed(flow: FlowId, edits: readonly Edit[]): Promise<Replay> {
  return replayTrace(compiledFlow(await loadFunnels(copyFunnels(edits)), flow), traces[flow]);
}

/** The number of the n-th step with an event, counted from 1. */
function stepOf(flow: FlowId, event: string, nth: number): number | undefined {
  const steps = traces[flow].flatMap((line) => (line.kind === 'step' && line.event?.type === event ? [line.n] : []));
  return steps[nth - 1];
}

test('the unchanged site replays without a difference', async () => {
  for (const flow of Object.keys(traces) as FlowId[])
    expect(await replayed(flow, [])).toMatchObject({ divergence: null, words: [], strayedAt: null });
});

type Case = readonly [what: string, at: readonly [event: string, nth: number], kind: DivergenceKind, edit: Edit];
const behaviour: Readonly<Record<FlowId, readonly Case[]>> = {
  diagnostico: [
    ['a longer delay', ['on', 1], 'effects', [diagnostic, 'delay: 600ms', 'delay: 900ms']],
    ['another tracking event', ['on', 1], 'effects', [diagnostic, '{ name: DiagnosticoIniciado }', '{ name: Inicio }']],
    [
      'an alert in place of a toast',
      ['NEXT', 1],
      'effects',
      [
        diagnostic,
        "onEmpty: { toast: Aviso, text: 'Por favor, selecione uma opção para continuar.' }",
        "onEmpty: { alert: 'Por favor, selecione uma opção para continuar.' }",
      ],
    ],
    ['a stricter rule', ['SUBMIT', 2], 'state', [identification, 'digits, min: 10', 'digits, min: 11']],
    ['a call less', ['SUBMIT', 2], 'effects', [diagnostic, '        - { post: /api/diagnostico/start }\n', '']],
    ['another threshold', ['DONE', 1], 'effects', [diagnostic, "VISIVEL: '>= 70'", "VISIVEL: '>= 80'"]],
    ['an event without the phone', ['DONE', 2], 'effects', [diagnostic, ', phone: wa }', ' }']],
    ['another target of a button', ['on', 2], 'state', [diagnostic, '        to: obrigado\n', '        to: inicio\n']],
    [
      'another parameter of an address',
      ['on', 2],
      'effects',
      [diagnostic, '&utm_src=quiz_completed', '&utm_src=resultado'],
    ],
  ],
  aplicacao: [
    [
      'a longer name',
      ['SUBMIT', 1],
      'state',
      ['aplicacao/contato.form.yaml', 'minLength, length: 3', 'minLength, length: 30'],
    ],
    [
      'another value that is sent',
      ['SUBMIT', 1],
      'effects',
      [application, 'utm_source: visit.utm_source', 'utm_source: visit.src'],
    ],
    [
      'another parameter of an event',
      ['DONE', 1],
      'effects',
      [application, 'progress_percentage: 25', 'progress_percentage: 30'],
    ],
    [
      'Back to another step',
      ['on', 1],
      'state',
      [application, '\n      back: { to: contato }', '\n      back: { to: prioridades }'],
    ],
  ],
  inscricao: [
    ['another branch', ['DONE', 1], 'state', [signUp, 'when: redirectUrl != null', "when: redirectUrl == 'x'"]],
    [
      'an address without the source',
      ['DONE', 1],
      'effects',
      [signUp, '        src: visit.src\n        utm_source', '        utm_source'],
    ],
  ],
};

describe.each(Object.entries(behaviour) as [FlowId, readonly Case[]][])(
  'an edit of %s is found at its step',
  (flow, cases) => {
    test.each(cases)('%s', async (_, [event, nth], kind, edit) => {
      const { divergence } = await replayed(flow, [edit]);
      expect(divergence).toMatchObject({ kind, n: stepOf(flow, event, nth) });
    });
  },
);

test.each<[what: string, flow: FlowId, edit: Edit]>([
  [
    'a question',
    'diagnostico',
    [diagnostic, 'O seu perfil demonstra a sua experiência', 'O seu perfil mostra a sua experiência'],
  ],
  ['a toast', 'diagnostico', [diagnostic, 'Por favor, selecione uma opção para continuar.', 'Escolha uma opção.']],
  [
    'the message of a rule',
    'diagnostico',
    [
      identification,
      "digits, min: 10, max: 11, message: 'Por favor, informe",
      "digits, min: 10, max: 11, message: 'Informe",
    ],
  ],
  ['an alert', 'aplicacao', [application, 'Houve um erro ao salvar seus dados.', 'Não salvamos os seus dados.']],
  ['the label of a button', 'inscricao', [signUp, 'busy: Enviando...', 'busy: Um instante']],
])('another text of %s is no difference', async (_, flow, edit) => {
  expect((await replayed(flow, [edit])).divergence).toBeNull();
});

test('there are at least 15 edits of behaviour', () => {
  expect(Object.values(behaviour).flat().length).toBeGreaterThanOrEqual(15);
});
