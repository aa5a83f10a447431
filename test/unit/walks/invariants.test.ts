/** What authors state under `always` and `never`: proved, or shown to be false by the shortest walk, as a trace. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { proveInvariants } from '../../../engine/walks/prove.ts';
import { walkWords } from '../../../engine/walks/words.ts';
import { copyFixture, loadFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import type { Edit } from '../../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';

const lastLine = "      talk: { openTab: 'https://chat.example/oi?utm_level={{ result.level }}' }\n    final: true\n";

/** The flow `teste` with invariants, and an event when its form is sent. */
const folderWith = (invariants: readonly string[], ...edits: Edit[]): string =>
  copyFixture('visits', [
    ['teste.flow.yaml', lastLine, `${lastLine}${invariants.join('\n')}\n`],
    [
      'teste.flow.yaml',
      '      onError: { toast: Erro, text: Não deu certo. }\n',
      '      onError: { toast: Erro, text: Não deu certo. }\n      onSuccess: { track: { name: Lead } }\n',
    ],
    ...edits,
  ]);

const flowWith = async (...invariants: string[]) => compiledFlow(await loadFunnels(folderWith(invariants)), 'teste');

const proofsOf = (compiled: Awaited<ReturnType<typeof flowWith>>) =>
  findFlowPaths(compiled).proofs.map(({ status, counterexample }) => [
    status,
    ...(counterexample === null ? [] : [walkWords(compiled.flow, counterexample)]),
  ]);

test('true statements are proved', async () => {
  const compiled = await flowWith(
    'never:',
    '  - { at: [pessoa], when: score == null, message: Answers first. }',
    "  - { event: Lead, when: email == '', message: A lead has an address. }",
    "  - { at: [perguntas], when: score != null && level == 'ALTO' && score < 50, message: High means 50 or more. }",
  );
  expect(proofsOf(compiled)).toEqual([['proved'], ['proved'], ['proved']]);
});

test('false statements are refuted by the shortest walk', async () => {
  const compiled = await flowWith(
    'always:',
    "  - { at: [pessoa], when: level == 'BAIXO', message: Everybody is low. }",
    '  - { at: [resultado], event: Lead, message: Only leads see a result. }',
    'never:',
    '  - { event: Lead, times: 2, message: One lead for each visit. }',
  );
  const answers = 'um=10 → next → perguntas.dois → answer dois=0 → next → pessoa';
  expect(proofsOf(compiled)).toEqual([
    ['broken', expect.stringMatching(new RegExp(`perguntas.um → answer ${answers}$|with answers → pessoa$`))],
    ['broken', expect.stringMatching(/^open \/teste\/resultado with uid → resultado/)],
    ['broken', expect.stringMatching(/submit → \/api\/teste replies → resultado.* → submit → \/api\/teste replies/)],
  ]);
});

test('a search that stops at a limit proves nothing', async () => {
  const compiled = await flowWith('never:', '  - { at: [pessoa], when: score == null, message: Answers first. }');
  expect(proveInvariants(compiled, null, 3).map(({ status }) => status)).toEqual(['bounded']);
});

test('invariants change neither the behaviour nor the fingerprint of a flow', async () => {
  const plain = (await loadFunnels(folderWith([]))).flows['teste'];
  const stated = (await flowWith('never:', '  - { event: Lead, times: 2, message: One lead. }')).flow;
  expect([stated.hash, stated.behaviour]).toEqual([plain?.hash, plain?.behaviour]);
  expect((await loadFixture('visits')).flows['teste']?.invariants).toBeUndefined();
});

test('funnel paths prints the place and the walk, and writes a trace that replays', async () => {
  const funnels = folderWith(['always:', '  - { at: [resultado], event: Lead, message: Only leads see a result. }']);
  const out = join(mkdtempSync(join(tmpdir(), 'contraries-')), 'found');
  const ran = await runFunnel(['paths', 'teste', '--funnels', funnels, '--out', out]);
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/teste\.flow\.yaml:\d+:\d+ not true always: Only leads see a result\.\n {2}open \/teste/);
  expect(readdirSync(out)).toEqual(['teste-always-1.jsonl']);
  const replayed = await runFunnel(['replay', out, '--funnels', funnels]);
  expect([replayed.code, replayed.out]).toEqual([0, expect.stringContaining('no difference')]);
});
