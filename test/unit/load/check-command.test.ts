import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { main } from '../../../server/cli/main.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { baseEdited, invalidSite } from './fixtures.ts';

function folderOf(files: readonly { path: string; text: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      printed.out += `${text}\n`;
    },
    err: (text: string) => {
      printed.err += `${text}\n`;
    },
    colours: false,
  };
  return { code: await main(args, output), ...printed };
}

const faulty = folderOf(baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat'));
const warned = folderOf(invalidSite('field-personal'));

describe('funnel check', () => {
  test('reports each problem with its place, hint and code frame, then a summary', async () => {
    const { code, out } = await run('check', faulty);
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'quiz.flow.yaml:58:11 error step-unknown',
        '  There is no step in this flow called contcat.',
        '  Did you mean contact?',
        "  56 |         caption: '{{ step }} of {{ steps }}'",
        '  57 |       - { type: question, next: Next, previous: Back, finish: Finish }',
        '> 58 |     next: contcat',
        '     |           ^^^^^^^',
        '  59 |   contact:',
        '  60 |     path: [/contact]',
        '',
        '7 files, 1 error, 0 warnings',
        '`npx funnel explain step-unknown` explains a code, with an example.',
        '',
      ].join('\n'),
    );
  });
  test('succeeds with a warning', async () => {
    const { code, out } = await run('check', warned);
    expect(code).toBe(0);
    expect(out).toContain('7 files, 0 errors, 1 warning\n');
  });
  test('prints notes after warnings, and succeeds', async () => {
    const page = 'page: booked\npaths: [/booked]\ntitle: Booked\nblocks:\n  - { type: text, title: Booked }\n';
    const notes = folderOf([...invalidSite('field-personal'), { path: 'booked.page.yaml', text: page }]);
    const { code, out } = await run('check', notes);
    expect(code).toBe(0);
    expect(out).toContain(
      'booked.page.yaml:2:9 note page-unlinked\n  No other page, flow, e-mail or intake leads to /booked.',
    );
    expect(out.indexOf('booked.page.yaml')).toBeGreaterThan(out.indexOf('contact.form.yaml'));
    expect(out).toContain('8 files, 0 errors, 1 warning, 1 note\n');
    const { problems } = JSON.parse((await run('check', notes, '--json')).out);
    expect(problems.map(({ severity }: { severity: string }) => severity)).toEqual(['note', 'warning']);
    const { results } = JSON.parse((await run('check', notes, '--sarif')).out).runs[0];
    expect(results.map(({ level }: { level: string }) => level)).toEqual(['note', 'warning']);
  });
  test('counts accepted warnings without printing them', async () => {
    const accepting = folderOf(
      invalidSite('consent-prechecked').map(({ path, text }) => ({
        path,
        text: text.replace('consent: {', '# accept consent-prechecked: the client asks for it\nconsent: {'),
      })),
    );
    const { code, out } = await run('check', accepting);
    expect([code, out]).toEqual([0, '7 files, 0 errors, 0 warnings, 1 accepted\n']);
    const { problems, accepted } = JSON.parse((await run('check', accepting, '--json')).out);
    expect([problems, accepted]).toMatchObject([
      [],
      [{ code: 'consent-prechecked', reason: 'the client asks for it' }],
    ]);
    const { results } = JSON.parse((await run('check', accepting, '--sarif')).out).runs[0];
    expect(results[0].suppressions).toEqual([{ kind: 'inSource', justification: 'the client asks for it' }]);
  });
  test('--json', async () => {
    const { out } = await run('check', faulty, '--json');
    expect(JSON.parse(out)).toMatchObject({
      files: 7,
      problems: [{ code: 'step-unknown', file: 'quiz.flow.yaml', line: 58, column: 11, length: 7 }],
    });
  });
  test('--sarif', async () => {
    const log = JSON.parse((await run('check', faulty, '--sarif')).out);
    expect(log.version).toBe('2.1.0');
    const [{ tool, results, originalUriBaseIds }] = log.runs;
    expect(originalUriBaseIds.FUNNELS.uri).toMatch(/^file:\/\/.*\/$/);
    expect(results[0]).toMatchObject({ ruleId: 'step-unknown', ruleIndex: 0, level: 'error' });
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'quiz.flow.yaml', uriBaseId: 'FUNNELS' },
      region: { startLine: 58, startColumn: 11, endColumn: 18 },
    });
    expect(tool.driver.rules[results[0].ruleIndex]).toMatchObject({
      id: 'step-unknown',
      shortDescription: { text: 'An unknown step' },
    });
  });
  test.each([
    [['chek'], 'Did you mean check?'],
    [['check', '/nowhere/at/all'], 'does not exist'],
    [['check', '--jsn'], '--jsn'],
    [['check', 'a', 'b'], 'Only one folder'],
    [['check', '--json', '--sarif'], 'Use either'],
  ])('%s has invalid arguments', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
  test('the launcher returns the exit code', () => {
    const launcher = fileURLToPath(new URL('../../../server/cli/funnel.mjs', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [launcher, 'check', faulty], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toContain('step-unknown');
  });
});

test('a folder is read with its assets; hidden files are skipped', async () => {
  const folder = folderOf([
    { path: 'site.yaml', text: 'a: 1' },
    { path: 'one/two/x.page.yaml', text: 'é' },
    { path: 'one/picture.svg', text: '<svg/>' },
    { path: '.git/config.yaml', text: '' },
    { path: 'one/.hidden.yaml', text: '' },
  ]);
  const { files, assets } = await readDefinitionFiles(folder);
  expect(files).toEqual([
    { path: 'one/two/x.page.yaml', text: 'é' },
    { path: 'site.yaml', text: 'a: 1' },
  ]);
  expect([...assets]).toEqual(['one/picture.svg']);
});
