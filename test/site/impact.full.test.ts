/** `funnel impact`: recorded visits and stored leads on edited definitions of the site. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteHash } from '../../engine/definition.ts';
import { toSubject, toSubmissionKey } from '../../server/store/ids.ts';
import { openStore } from '../../server/store/open.ts';
import { answerAll, identify, maria } from '../harness/diagnostic.ts';
import { driveEngine, startAt } from '../harness/engine-driver.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'impact-'));
afterAll(() => rmSync(folder, { recursive: true }));
const traces = join(folder, 'traces');
const dataDir = join(folder, 'data');
const flow = 'diagnostico/diagnostico.flow.yaml';
const form = 'diagnostico/identificacao.form.yaml';
const scenario = 'diagnostico/diagnostico.scenario.yaml';

/** Six visits to the end of the diagnostic, with scores of 50, 75 and 100 and two kinds of numbers. */
const answers = [0, 5, 10].flatMap((first) => [0, 10].map((last) => [first, 10, 10, last]));
const numbers = ['11987654321', '1134567890'];
const uid = startAt().ids['uid'] as string;
const result = { uid, score: 50, level: 'INTERMEDIARIO', focusPillar: 'IDENTIDADE' };

beforeAll(async () => {
  mkdirSync(traces);
  const compiled = compiledFlow(await loadFunnels(), 'diagnostico');
  for (const [index, given] of answers.entries()) {
    const driver = await driveEngine(compiled, startAt({ screen: 'quiz' }), async ({ path }) => ({
      output: path.endsWith('/result') ? result : { uid, success: true },
    }));
    await answerAll(driver, given);
    await identify(driver, { ...maria, wa: numbers[index % 2] as string });
    await driver.submit();
    await driver.expectScreen('resultado');
    await driver.press('talk');
    await driver.expectScreen('obrigado');
    const lines = driver.trace(true).map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(join(traces, `visit-${index}.jsonl`), lines.join(''));
  }
});

const impact = (args: readonly string[], env = {}) => runFunnel(['impact', ...args], env);
const onVisits = (edits: readonly Edit[], ...more: string[]) =>
  impact([traces, '--against', copyFunnels(edits), ...more]);

describe('funnel impact on visits', () => {
  test('is nothing without an edit', async () => {
    expect(await onVisits([])).toEqual({ code: 0, out: '6  unchanged\n\n0 of 6 visits changed.', err: '' });
  });

  test('of an edit of words is words', async () => {
    const { code, out } = await onVisits([[form, 'label: Nome completo', 'label: O seu nome']]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^6 {2}other words only\n/)]);
  });

  test('of a stricter rule is the visits that it refuses, with field, message and traces', async () => {
    const { code, out } = await onVisits([[form, 'digits, min: 10', 'digits, min: 11']]);
    expect(code).toBe(1);
    expect(out).toContain('3 visits, diagnostico, identificacao: a form or an answer that was accepted is refused');
    expect(out).toContain('  wa: Por favor, informe um número de WhatsApp válido.');
    expect(out).toContain('visit-1.jsonl');
    expect(out).toMatch(/\n3 of 6 visits changed\.$/);
  });

  test('of `funnel rename` is nothing with the mapping that it writes', async () => {
    const edited = copyFunnels();
    const mapping = join(edited, '..', `mapping-${Date.now()}.yaml`);
    const renames = [
      ['field:identificacao.wa', 'whatsapp'],
      ['step:diagnostico.resultado', 'nivel'],
      ['step:diagnostico.nivel', 'seu-nivel'],
      ['flow:diagnostico', 'perfil'],
    ] as const;
    for (const [old, now] of renames)
      expect(await runFunnel(['rename', old, now, edited, '--mapping', mapping])).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(mapping, 'utf8')).toBe(
      [
        'renamed:',
        '  fields:',
        '    diagnostico.wa: whatsapp',
        '  steps:',
        '    diagnostico.resultado: seu-nivel',
        '  flows:',
        '    diagnostico: perfil',
        '',
      ].join('\n'),
    );
    const { code, out } = await impact([traces, '--against', edited, '--mapping', mapping]);
    rmSync(mapping);
    expect([code, out]).toEqual([0, '6  unchanged\n\n0 of 6 visits changed.']);
  });

  test('of another threshold is the visits to which another level is sent', async () => {
    const { code, out } = await onVisits([[flow, "VISIVEL: '>= 70'", "VISIVEL: '>= 60'"]], '--json');
    const { outcomes, changes } = JSON.parse(out) as { outcomes: Record<string, number>; changes: object[] };
    expect(code).toBe(1);
    // Of the scores 50, 75, 62.5, 87.5, 75 and 100 one is between the thresholds.
    expect(outcomes).toMatchObject({ changed: 1, same: 5 });
    expect(changes).toMatchObject([
      {
        ...{ verdict: 'changed', flow: 'diagnostico', screen: 'identificacao', count: 1 },
        change: 'call /api/diagnostico/finish: payload.level: "INTERMEDIARIO" → "VISIVEL"',
      },
    ]);
  });

  test('of a removed button is the visits that pressed it', async () => {
    const { code, out } = await onVisits([
      [flow, '      talk:\n        post:', '      speak:\n        post:'],
      [flow, 'send: talk', 'send: speak'],
    ]);
    expect(code).toBe(1);
    expect(out).toContain('6 visits, diagnostico, resultado: what the visitor did is not possible any more');
    expect(out).toContain('on talk is not possible any more.');
  });

  test('of another target is where the visits end', async () => {
    const { out } = await onVisits([[flow, '        to: obrigado\n', '        to: inicio\n']]);
    expect(out).toContain('6 visits, diagnostico, resultado: ends on another screen or address');
    expect(out).toContain('It ends at inicio, not at obrigado.');
  });

  test('of a flow that is gone is every visit', async () => {
    const { code, out } = await impact([traces, '--against', 'test/fixtures/sites/visits', '--funnels', 'funnels']);
    expect([code, out]).toEqual([1, expect.stringContaining('The flow does not exist any more.')]);
  });

  test('of another delay is that delay, and not that the visit is stuck', async () => {
    const file = join(folder, 'begun.jsonl');
    const driver = await driveEngine(compiledFlow(await loadFunnels(), 'diagnostico'), startAt(), async () => ({
      output: {},
    }));
    await driver.press('begin');
    await driver.elapse(600);
    await answerAll(driver, [10, 10, 10, 10]);
    writeFileSync(
      file,
      driver
        .trace(true)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    const edited = copyFunnels([[flow, 'delay: 600ms', 'delay: 700ms']]);
    const { out } = await impact([file, '--against', edited, '--json']);
    expect(JSON.parse(out).changes).toMatchObject([
      { verdict: 'changed', screen: 'inicio', change: 'timer inicio.begin: ms: 600 → 700' },
    ]);
  });

  test('of a new question is that it would first be asked', async () => {
    const question = `      - id: site
        question: Você tem um site?
        options:
          - { value: 0, label: Não }
          - { value: 10, label: Sim }
      - id: engajamento
`;
    const { out } = await onVisits([
      [flow, '      - id: engajamento\n', question],
      [flow, 'length: 4', 'length: 5'],
      [flow, 'percent(sum(answers), 40)', 'percent(sum(answers), 50)'],
      ['diagnostico/diagnostico.api.yaml', 'length: 4', 'length: 5'],
    ]);
    expect(out).toContain('6 visits, diagnostico, quiz.engajamento: is first asked something else');
    expect(out).toContain('The visitor would first be asked quiz.site.');
  });

  test('of words is listed beside a change of behaviour, for those that it changes and for the others', async () => {
    const { out } = await onVisits(
      [
        [flow, "VISIVEL: '>= 70'", "VISIVEL: '>= 60'"],
        [form, 'label: Nome completo', 'label: O seu nome'],
        [flow, 'title: O seu perfil mostra quem', 'title: Um título que ninguém aqui viu'],
      ],
      '--json',
    );
    const { outcomes, words } = JSON.parse(out);
    expect(outcomes).toMatchObject({ changed: 1, words: 5, same: 0 });
    expect(words).toEqual([
      { flow: 'diagnostico', step: 'identificacao', before: 'Nome completo', after: 'O seu nome', count: 6 },
    ]);
  });

  test('counts a visit with several traces once, by its gravest impact', async () => {
    const visit = join(folder, 'visit');
    mkdirSync(visit);
    for (const index of [0, 1]) {
      const [head = '', ...lines] = readFileSync(join(traces, `visit-${index}.jsonl`), 'utf8').split('\n');
      const own = JSON.stringify({ ...JSON.parse(head), visitId: '1f0k3q9z7m2x5c8v' });
      writeFileSync(join(visit, `${index}.jsonl`), [own, ...lines].join('\n'));
    }
    const { out } = await impact([visit, '--against', copyFunnels([[form, 'digits, min: 10', 'digits, min: 11']])]);
    expect(out).toContain('1 visit, diagnostico, identificacao: a form or an answer that was accepted is refused');
    expect(out).toMatch(/\n1 of 1 visit changed\.$/);
  });

  test('is printed as Markdown', async () => {
    const { out } = await onVisits([[form, 'digits, min: 10', 'digits, min: 11']], '--markdown');
    expect(out).toContain('| 3 | **a form or an answer that was accepted is refused** |');
    expect(out).toMatch(/\| 3 \| `diagnostico, identificacao` \| .*: wa: Por favor, .* \| `.*visit-1\.jsonl`/);
  });
});

describe('funnel impact --gate', () => {
  const stricter: readonly Edit[] = [[form, 'digits, min: 10', 'digits, min: 11']];
  const line =
    readFileSync(join('funnels', form), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('digits, min: 10')) + 1;

  test('names the exceeded rule, the visits and the line', async () => {
    const { code, out } = await onVisits(stricter, '--gate');
    expect(code).toBe(1);
    expect(out).toContain('strandedVisits: 3 of 6 visits would be refused or stuck; 0 are allowed.');
    expect(out).toContain(`  by ${form}:${line}:`);
  });

  test('allows what the rules of today allow', async () => {
    const today = copyFunnels([['site.yaml', 'notFound: page', "publish: { strandedVisits: '50%' }\nnotFound: page"]]);
    const { code, out } = await onVisits(stricter, '--gate', '--funnels', today);
    expect([code, out]).toEqual([0, '6 of 6 recorded visits compared; no stored lead was judged.']);
  });

  test('is printed as SARIF, JUnit, Markdown and JSON', async () => {
    const sarif = JSON.parse((await onVisits(stricter, '--sarif')).out);
    expect(sarif.runs[0].results).toMatchObject([
      { level: 'error', locations: [{ physicalLocation: { region: { startLine: line } } }] },
    ]);
    const junit = await onVisits(stricter, '--junit');
    expect([junit.code, junit.out]).toEqual([1, expect.stringContaining('tests="8" failures="1"')]);
    expect((await onVisits(stricter, '--gate', '--markdown')).out).toContain('| ❌ | `strandedVisits` | 3 of 6 | 0 |');
    const { gate, visits } = JSON.parse((await onVisits(stricter, '--gate', '--json')).out);
    expect([visits, gate.exceeded]).toEqual([6, [{ rule: 'strandedVisits', allowed: 0, count: 3, of: 6 }]]);
  });

  test('judges what a server has stored, on a revision of git', async () => {
    const stored = join(folder, 'stored');
    await (await openStore({ dataDir: stored, databaseUrl: null })).close();
    mkdirSync(join(stored, 'traces/2026-11-20'), { recursive: true });
    for (const index of [0, 1]) {
      const [head = '', ...lines] = readFileSync(join(traces, `visit-${index}.jsonl`), 'utf8').split('\n');
      const visitId = `1f0k3q9z7m2x5c8${index}`;
      const text = [JSON.stringify({ ...JSON.parse(head), visitId }), ...lines].join('\n');
      writeFileSync(join(stored, 'traces/2026-11-20', `${visitId}-00000000.jsonl`), text);
    }
    const args = ['--stored', '--gate', '--funnels', 'HEAD', '--against', 'funnels'];
    const { code, out } = await impact(args, { DATA_DIR: stored });
    expect([code, out]).toEqual([0, '2 of 2 recorded visits compared; 0 stored leads judged.']);
  });
});

describe('a mapping', () => {
  const renamedStep: readonly Edit[] = [
    [flow, '\n  identificacao:\n', '\n  contato:\n'],
    [flow, 'next: identificacao\n', 'next: contato\n'],
    [flow, 'at: [identificacao]', 'at: [contato]'],
    [scenario, 'screen: identificacao, values', 'screen: contato, values'],
    [scenario, 'screen: identificacao, message', 'screen: contato, message'],
    [scenario, 'open: identificacao\n', 'open: contato\n'],
    [scenario, 'open: identificacao\n', 'open: contato\n'],
  ];
  function mapping(text: string): string {
    const file = join(folder, 'mapping.yaml');
    writeFileSync(file, text);
    return file;
  }

  test('keeps a renamed step from being reported', async () => {
    const file = mapping('renamed:\n  steps: { diagnostico.identificacao: contato }\n');
    expect((await onVisits(renamedStep)).code).toBe(1);
    const { code, out } = await onVisits(renamedStep, '--mapping', file);
    expect([code, out]).toEqual([0, expect.stringMatching(/^6 {2}unchanged/)]);
    // A real change in the renamed step still is.
    const { out: stricter } = await onVisits(
      [...renamedStep, [form, 'digits, min: 10', 'digits, min: 11']],
      '--mapping',
      file,
    );
    expect(stricter).toContain('3 visits, diagnostico, contato: a form');
  });

  test('names a flow that was removed on purpose', async () => {
    const file = mapping('removed: { flows: [diagnostico] }');
    const args = [traces, '--against', 'test/fixtures/sites/visits', '--funnels', 'funnels', '--mapping', file];
    expect((await impact(args)).code).toBe(0);
  });

  test.each([
    ['renamed: [a]', 'renamed has the keys flows, steps, fields.'],
    ['renamed: { screens: {} }', 'renamed: screens is not one of flows, steps, fields.'],
    ['removed: { steps: [contato] }', 'removed: steps is not written as it has to be.'],
    ['moved: {}', 'The key moved is unknown.'],
    ['a: [', 'The mapping cannot be read'],
  ])('that is wrong is explained: %s', async (text, message) => {
    const { code, err } = await onVisits([], '--mapping', mapping(text));
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain('renamed:\n  steps: { diagnostic.identification: contact }');
  });
});

test('funnel impact on stored leads is those that would be refused, without their values', async () => {
  const store = await openStore({ dataDir, databaseUrl: null });
  for (const [index, wa] of numbers.entries())
    await store.submit({
      ...{
        intake: 'diagnostico-start',
        collection: 'diagnostico_leads',
        subject: toSubject(`${uid} ${index}`),
        meta: {},
      },
      ...{
        key: toSubmissionKey(`key-${index}-0000`),
        bodyHash: String(index).repeat(64),
        definition: 'v1' as SiteHash,
        receivedAt: 1000,
      },
      data: { uid, nome: 'Ana Prado', email: 'ana@x.example', wa, consent: true, timestamp: 1000 },
      ...{ reply: { status: 200, body: {} }, deliveries: [] },
    });
  await store.close();
  const env = { DATA_DIR: dataDir };
  const edited = copyFunnels([[form, 'digits, min: 10', 'digits, min: 11']]);
  const { code, out } = await impact(['--leads', '--against', edited], env);
  expect([code, out.split('\n').at(-1)]).toEqual([1, '1 of 2 stored leads refused.']);
  expect(out).toContain('1 lead of diagnostico_leads refused\n  wa: Por favor, informe um número de WhatsApp válido.');
  for (const value of ['Ana', 'ana@', '1134567890', uid]) expect(out).not.toContain(value);
  expect((await impact(['--leads', '--against', copyFunnels()], env)).code).toBe(0);
});
