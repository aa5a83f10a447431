/**
 * Edits that break a submission, an answer's way or an ending. Each is stopped by the check, or named by `funnel impact` on
 * visits that were recorded before.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { createSiteLoader } from '../../engine/load/load-site.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { walkTrace } from '../../engine/walks/walk-trace.ts';
import { impact } from '../../server/cli/impact.ts';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { redirectOf } from '../../server/intakes/redirect.ts';
import { answerAll, identify, maria } from '../harness/diagnostic.ts';
import { driveEngine, startAt } from '../harness/engine-driver.ts';
import { copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { projectRoot } from '../harness/site-server.ts';

const [quiz, quizApi, person] = [
  'diagnostico/diagnostico.flow.yaml',
  'diagnostico/diagnostico.api.yaml',
  'diagnostico/identificacao.form.yaml',
];
const [application, applicationApi] = ['aplicacao/aplicacao.flow.yaml', 'aplicacao/aplicacao.api.yaml'];
const [signUp, workshopApi] = ['workshop/inscricao.flow.yaml', 'workshop/workshop.api.yaml'];
const [guide, guideApi, guideForm] = ['guia/guia.flow.yaml', 'guia/guia.api.yaml', 'guia/guia.form.yaml'];
const [session, consulting] = ['consultoria/agendar.flow.yaml', 'cadastro-consultoria/cadastro-consultoria.flow.yaml'];

/** By what breaks: what names it, and the edit. */
const edits: Readonly<Record<string, readonly [namedBy: 'check' | 'impact', edit: Edit]>> = {
  // Submissions.
  'an intake takes fewer answers': ['check', [quizApi, 'length: 4', 'length: 3']],
  'an intake takes more answers': ['check', [quizApi, 'length: 4', 'length: 5']],
  'an intake takes other points': ['check', [quizApi, 'allowed: [0, 5, 10], length', 'allowed: [0, 5], length']],
  'an intake takes lower scores': ['check', [quizApi, 'min: 0, max: 100', 'min: 0, max: 90']],
  'an intake knows fewer levels': [
    'check',
    [quizApi, 'of: [VISIVEL, INTERMEDIARIO, CRITICO] }\n      focus', 'of: [VISIVEL, INTERMEDIARIO] }\n      focus'],
  ],
  'an intake wants a number': [
    'check',
    [guideApi, 'src: { type: text, maxLength: 200, optional: true }', 'src: { type: number }'],
  ],
  'an intake wants what nobody sends': [
    'check',
    [
      applicationApi,
      '      origem: { type: text',
      '      cidade: { type: text, maxLength: 80 }\n      origem: { type: text',
    ],
  ],
  'an intake takes another form': ['check', [workshopApi, 'form: inscricao\n', 'form: aplicacao-contato\n']],
  'an intake knows a step less': ['check', [applicationApi, 'allowed: [1, 2, 3, 4]', 'allowed: [1, 2, 3]']],
  'an intake is asked for another step': ['check', [application, 'etapa: 3\n', 'etapa: 7\n']],
  'an intake has another path': ['check', [guideApi, 'post: /api/ebook-lead', 'post: /api/guia-lead']],
  'a call goes to another intake': ['check', [guide, 'post: /api/ebook-lead', 'post: /api/leads']],
  'an intake is closed': [
    'impact',
    [workshopApi, "when: calendar.workshop.phase == 'before'", "when: calendar.workshop.phase == 'after'"],
  ],
  'an intake is closed for most': ['impact', [guideApi, '    dedupe:', "    when: src == 'feira'\n    dedupe:"]],
  'a value that an intake wants is sent as nothing': ['check', [signUp, 'event: "\'workshop\'"', "event: 'null'"]],
  'a score is out of another total': ['impact', [quiz, 'percent(sum(answers), 40)', 'percent(sum(answers), 50)']],
  // The way of an answer.
  'an answer is left out': [
    'check',
    [
      quiz,
      'answers: { type: list, of: number, allowed: [0, 5, 10], length: 4 }',
      'answers: { type: list, of: number, allowed: [0, 5, 10], length: 3 }',
    ],
  ],
  'a rule is stricter': ['impact', [person, 'digits, min: 10', 'digits, min: 11']],
  'a name has to be longer': [
    'impact',
    ['aplicacao/contato.form.yaml', 'minLength, length: 3', 'minLength, length: 30'],
  ],
  'a new field is demanded': [
    'impact',
    [
      guideForm,
      'consent:\n',
      '  cidade: { type: text, label: Cidade, maxLength: 80, required: Informe a cidade. }\nconsent:\n',
    ],
  ],
  'an option is gone': [
    'impact',
    ['aplicacao/prioridades.form.yaml', "      - { value: sim, label: 'Sim, é o que procuro' }\n", ''],
  ],
  'a reply is read by another name': ['check', [signUp, 'reply.redirectUrl', 'reply.url']],
  'a way is turned round': ['impact', [signUp, 'when: redirectUrl != null', 'when: redirectUrl == null']],
  'a step is passed over': ['check', [application, 'next: prioridades', 'next: motivacao']],
  'a step asks another form': ['check', [application, 'form: aplicacao-prioridades', 'form: aplicacao-presenca']],
  'a level begins elsewhere': ['impact', [quiz, "VISIVEL: '>= 70'", "VISIVEL: '>= 60'"]],
  'a pillar is computed otherwise': ['impact', [quiz, 'IDENTIDADE: answers[0]', 'IDENTIDADE: answers[0] + 10']],
  'an address no longer has its answers': [
    'check',
    [
      quiz,
      '    query:\n      answers:\n        missing: Informações das respostas não encontradas. Volte para o início.\n        invalid: Formato de respostas inválido. Volte para o início.\n',
      '',
    ],
  ],
  'a source is not sent': ['impact', [guide, '            src: visit.src\n', '']],
  'a value is sent as another': ['check', [application, 'etapa: 2\n', 'etapa: 3\n']],
  // Endings.
  'a checkout link is another': ['impact', ['site.yaml', 'br/workshop-vip', 'br/workshop-vip-2']],
  'a payment is for the other plan': ['impact', [workshopApi, "planType == 'vip' ?", "planType == 'standard' ?"]],
  'an intake redirects nobody': [
    'check',
    [
      workshopApi,
      '    redirect: "{{ planType == \'vip\' ? facts.links.checkout.vip : facts.links.checkout.standard }}"\n',
      '',
    ],
  ],
  'a flow goes on elsewhere': ['impact', [guide, 'to: /parabens-guia-enviado', 'to: /quiz']],
  'a flow goes on to no page': ['check', [guide, 'to: /parabens-guia-enviado', 'to: /parabens-guia']],
  'a parameter is lost': ['impact', [guide, 'nome: firstName(nome), ', '']],
  'an event is not tracked': ['check', [session, 'track: { name: AgendamentoConfirmado', 'track: { name: Agendamento']],
  'a call may fail unseen': [
    'check',
    [application, "      onError: { alert: 'Houve um erro ao salvar seus dados. Por favor, tente novamente.' }\n", ''],
  ],
  'a button leads back': ['impact', [quiz, '        to: obrigado\n', '        to: quiz\n']],
  'a last step leads in a circle': ['check', [consulting, 'next: consultoria', 'next: cadastro']],
};

const traces = mkdtempSync(join(tmpdir(), 'breaking-'));
afterAll(() => rmSync(traces, { recursive: true }));
const loader = createSiteLoader();
const now = Date.parse('2026-11-24T12:00:00Z');

/** Stores a visit. With an id, what the intakes reply counts as well. */
function keep(name: string, lines: readonly TraceLine[]): void {
  const visitId = name.replaceAll(/[^a-z0-9]/g, '0').padEnd(8, '0');
  const visited = lines.map((line) => (line.kind === 'head' ? { ...line, visitId } : line));
  writeFileSync(join(traces, `${name}.jsonl`), visited.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Visits with answers, numbers, plans and sources that the walks do not choose. */
async function keepVaried(site: SiteDefinition): Promise<void> {
  const uid = startAt().ids['uid'] as string;
  const result = { uid, score: 63, level: 'INTERMEDIARIO', focusPillar: 'AUTORIDADE' };
  const redirectUrl = 'https://pagamento.perfiletico.com.br/workshop-vip';
  const visits = {
    quiz: await driveEngine(compiledFlow(site, 'diagnostico'), startAt({ screen: 'quiz' }), async ({ path }) => ({
      output: path.endsWith('/result') ? result : { uid, success: true },
    })),
    vip: await driveEngine(compiledFlow(site, 'inscricao'), startAt({ saved: { planType: 'vip' } }), async () => ({
      output: { message: 'Inscrição recebida com sucesso.', redirectUrl },
    })),
    guide: await driveEngine(compiledFlow(site, 'guia'), startAt({ visit: { src: 'bio' } }), async () => ({
      output: { success: true, message: 'Guia enviado com sucesso!' },
    })),
  };
  await answerAll(visits.quiz, [10, 10, 0, 5]);
  await identify(visits.quiz, { ...maria, wa: '1134567890' });
  await visits.quiz.submit();
  for (const driver of [visits.vip, visits.guide]) {
    for (const [field, value] of Object.entries({ name: 'Ana Souza', email: 'ana@example.com', phone: '11987654321' }))
      await driver.type(field, value);
    await driver.submit();
  }
  for (const [name, driver] of Object.entries(visits))
    keep(name, JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[]);
}

/** A visit for each walk that covers the flows, and some more. */
beforeAll(async () => {
  const site = await loadFunnels();
  for (const flow of Object.keys(site.flows)) {
    const compiled = compiledFlow(site, flow);
    const { walks } = findFlowPaths(compiled, createIntakeAnswers(site, redirectOf, true));
    for (const [index, { steps }] of walks.entries())
      keep(
        `${flow}-${index}`,
        walkTrace(
          compiled,
          steps.map(({ move }) => move),
        ),
      );
  }
  await keepVaried(site);
});

async function errorsAfter(edit: Edit): Promise<string[]> {
  const folder = copyFunnels([edit]);
  const { files, assets, extensions, growthOf } = await readDefinitionFiles(folder);
  const options = { hash: fingerprint, assets, extensions, growthOf, submissions: 'try', now } as const;
  const { problems } = loadForAxes(files, options, loader);
  return problems.flatMap(({ severity, code, file }) => (severity === 'error' ? [`${code} ${file}`] : []));
}

async function changesAfter(edit: Edit): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const values = { against: copyFunnels([edit]), funnels: join(projectRoot, 'funnels') };
  const call = { positionals: [traces], switches: new Set<string>(), values };
  const code = await impact(call, { out: print, err: print, colours: false });
  return { code, out: lines.join('\n') };
}

test('there are 40 edits', () => {
  expect(Object.keys(edits)).toHaveLength(40);
});

test('without an edit nothing is named', { timeout: 120_000 }, async () => {
  const same: Edit = ['site.yaml', 'locale:', 'locale:'];
  expect(await errorsAfter(same)).toEqual([]);
  expect(await changesAfter(same)).toMatchObject({ code: 0 });
});

describe.each(Object.entries(edits))('%s', (_name, [namedBy, edit]) => {
  test(`is named by the ${namedBy}`, { timeout: 120_000 }, async () => {
    const errors = await errorsAfter(edit);
    if (namedBy === 'check') return expect(errors).not.toEqual([]);
    expect(errors).toEqual([]);
    const { code, out } = await changesAfter(edit);
    expect([code, out]).toEqual([1, expect.stringMatching(/\d+ +(?!unchanged|other words)/)]);
  });
});
