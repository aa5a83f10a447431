/** `funnel check` shows what a problem says of a flow by the shortest visit that meets it. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runFunnel } from '../../harness/funnel-command.ts';
import { baseEdited, invalidSite } from '../load/fixtures.ts';

function folderOf(files: readonly { path: string; text: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A site whose form asks again for what one that follows a choice has asked for. */
const asked = invalidSite('field-asked-twice').map(({ path, text }) => ({
  path,
  text: text.replace('    next: again\n', '    branch: [{ when: score > 10, to: again }, { to: contact }]\n'),
}));
const words = 'first = 10, second = 0';

test('as text, the answers that lead there are in one line', async () => {
  const { out, code } = await runFunnel(['check', folderOf(asked)]);
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`field-asked-twice\n.*\n.*\n {2}For example: ${words}\\.\n`));
});

test('as JSON and SARIF, the visit is beside its problem, and what it claims is not', async () => {
  const { problems } = JSON.parse((await runFunnel(['check', folderOf(asked), '--json'])).out);
  expect(problems).toMatchObject([
    {
      code: 'field-asked-twice',
      witness: {
        flow: 'quiz',
        case: { name: expect.stringMatching(/^field-asked-twice: The step again already asks for name/) },
      },
    },
  ]);
  expect(problems[0].witness.case.steps.at(-1).expect).toEqual({ screen: 'contact' });
  expect(problems[0]).not.toHaveProperty('claim');
  const { results } = JSON.parse((await runFunnel(['check', folderOf(asked), '--sarif'])).out).runs[0];
  expect(results[0].message.text).toContain(`For example: ${words}.`);
});

test('visits are written as scenarios, which run as the problem says', async () => {
  const funnels = folderOf(asked);
  const folder = join(funnels, 'witnesses');
  const written = await runFunnel(['check', funnels, '--witnesses', folder]);
  expect([written.code, written.err]).toEqual([0, `Wrote ${join(folder, 'quiz-witnesses.scenario.yaml')}.`]);
  const ran = await runFunnel(['scenario', 'quiz-witnesses', '--funnels', funnels]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  expect(ran.out).toContain('field-asked-twice');
});

test('nothing is written where no visit shows a problem, or the definitions have errors', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'witnesses-')), 'none');
  const never = asked.map(({ path, text }) => ({ path, text: text.replace('score > 10', 'score > 100') }));
  const first = await runFunnel(['check', folderOf(never), '--witnesses', folder]);
  expect(first.err).toBe(`Nothing to write to ${folder}: no visit shows a problem.`);
  expect(first.out).toContain('field-asked-twice');
  expect(first.out).not.toContain('For example');
  const faulty = baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat');
  const second = await runFunnel(['check', folderOf(faulty), '--witnesses', folder]);
  expect([second.code, second.err]).toEqual([1, `Nothing to write to ${folder}: the definitions have errors.`]);
  expect(existsSync(folder)).toBe(false);
});

test('a way that misses questions is shown from its start to its end', async () => {
  const { problems } = JSON.parse((await runFunnel(['check', folderOf(invalidSite('count-skipped')), '--json'])).out);
  const { witness } = problems.find(({ code }: { code: string }) => code === 'count-skipped');
  const filled = witness.case.steps.flatMap(({ fill = {} }: { fill?: object }) => Object.keys(fill));
  expect(filled).toEqual(['people', 'plants', 'mail']);
  expect(witness.case.steps.at(-1).expect).toEqual({ screen: 'thanks' });
});
