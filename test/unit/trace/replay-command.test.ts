import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../engine/session/session.ts';
import { createRecorder } from '../../../engine/trace/record.ts';
import { loadFolder } from '../../../server/definitions/load.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { copyFixture, fixtureFolder, loadFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { compiledFlow } from '../../harness/load-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'replays-'));
afterAll(() => rmSync(folder, { recursive: true }));
const recordedText = 'Escolha uma opção.';
const definitions = fixtureFolder('visits');
const words = copyFixture('visits', [['teste.flow.yaml', recordedText, 'Escolha uma das opções.']]);
const at = (name: string): string => join(folder, name);

/** The lines of a visit that is refused at the quiz's first question, continues, and leaves. */
let lines: string[] = [];
beforeAll(async () => {
  const flow = compiledFlow(await loadFixture('visits'), 'teste');
  const recorder = createRecorder(flow, startAt({ screen: 'perguntas' }), '1f0k3q9z7m2x5c8v');
  const events: SessionEvent[] = [{ type: 'NEXT' }, { type: 'SELECT', value: 5 }, { type: 'NEXT' }];
  for (const event of events) recorder.record(event, { at: startAt().at + 1000, random: 0.5 });
  recorder.end('left');
  lines = recorder.lines().map((line) => `${JSON.stringify(line)}\n`);
  write('whole/a.jsonl', lines);
  write('whole/below/b.jsonl', [...lines, ...lines]);
  write('open.jsonl', lines.slice(0, -1));
  write('hole.jsonl', [...lines.slice(0, 2), ...lines.slice(4)]);
  write('headless.jsonl', lines.slice(1));
  write('cut.jsonl', [...lines.slice(0, 3), (lines[3] as string).slice(0, 40)]);
  write('empty.jsonl', []);
  write('forged.jsonl', [lines.join('').replace('"value":5', '"value":7')]);
  mkdirSync(at('nothing'));
});

function write(name: string, text: readonly string[]): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(at(name), text.join(''));
}

/** Runs `funnel replay` on the fixture, unless the arguments name other definitions. */
function replay(...args: string[]) {
  const isNamed = args.some((arg) => arg === words || arg === '--funnels');
  return runFunnel(['replay', ...args, ...(isNamed ? [] : ['--funnels', definitions])]);
}

describe('funnel replay', () => {
  test('shows the steps of a single trace', async () => {
    const { code, out } = await replay(at('whole/a.jsonl'));
    expect(code).toBe(0);
    expect(out).toContain('flow teste, visit 1f0k3q9z7m2x5c8v');
    expect(out).toContain('perguntas.dois');
    expect(out).toContain('4 steps replayed, no difference.');
    expect(out).not.toContain('open');
  });

  test('accepts folders and files, and a file with several traces', async () => {
    const { code, out } = await replay(at('whole'), at('open.jsonl'));
    expect(code).toBe(0);
    expect(out.split('\n').at(-1)).toBe('4 traces: 4 same; 1 without an end');
    expect(out).toContain(`${at('whole/below/b.jsonl')}#2: same`);
    expect(out).toContain(`${at('open.jsonl')}: same, open`);
  });

  test('reports an open trace, and counts it as incomplete with --whole', async () => {
    expect((await replay(at('open.jsonl'))).out).toContain('The trace is open: it has no end line');
    expect((await replay(at('open.jsonl'))).code).toBe(0);
    expect((await replay(at('open.jsonl'), '--whole')).code).toBe(2);
    expect((await replay(at('whole/a.jsonl'), '--whole')).code).toBe(0);
  });

  test('lists the missing steps', async () => {
    const { code, out } = await replay(at('hole.jsonl'));
    expect(code).toBe(2);
    expect(out).toContain('steps 1–2 are missing');
    expect(out).not.toContain('difference at');
  });

  test('lists the differences', async () => {
    const { code, out } = await replay(at('forged.jsonl'));
    expect(code).toBe(1);
    expect(out).toContain('First difference at step 2: event-refused');
    expect(out).toMatch(/context\.values\.answers\[0\]\n {4}recorded {2}5\n {4}replayed {2}null/);
  });

  test('distinguishes different wording from different behaviour', async () => {
    const { code, out } = await replay(at('whole/a.jsonl'), words);
    expect(code).toBe(0);
    expect(out).toContain('4 steps replayed: same behaviour, different wording.');
    expect(out).toContain(`recorded  "${recordedText}"`);
    const json = JSON.parse((await replay(at('whole/a.jsonl'), '--funnels', words, '--json')).out);
    expect(json.traces).toMatchObject([
      {
        result: 'words',
        visitId: '1f0k3q9z7m2x5c8v',
        steps: 4,
        ended: true,
        divergence: null,
        // The toast, and the error at the question.
        words: [
          { n: 1, path: 'effects[0].text', of: 'toast', recorded: recordedText, replayed: 'Escolha uma das opções.' },
          { n: 1, path: 'context.errors.um', recorded: recordedText, replayed: 'Escolha uma das opções.' },
        ],
      },
    ]);
  });

  test.each([
    ['empty.jsonl', 'The file is empty: it contains no recording.'],
    ['headless.jsonl', 'The head line is missing'],
    ['cut.jsonl', 'Line 4 is not JSON; the file may have been cut off there.'],
  ])('explains what is wrong with %s', async (name, message) => {
    const { code, out } = await replay(at(name));
    expect(code).toBe(2);
    expect(out).toContain(`${at(name)}: ${message}`);
  });

  test('explains what is not a trace', async () => {
    expect(await replay(at('none.jsonl'))).toMatchObject({
      code: 2,
      err: `There is no file or folder ${at('none.jsonl')}.`,
    });
    expect((await replay(at('nothing'))).err).toContain('contains no trace: it has no .jsonl file');
    execFileSync('mkfifo', [at('pipe')]);
    expect((await replay(at('pipe'))).err).toContain('is neither a file nor a folder');
    expect((await replay()).err).toContain('Usage: funnel replay TRACE…');
    expect((await replay('--nope')).code).toBe(2);
  });

  test('replays a trace at the moment of its recording, or at a given one', async () => {
    const { site } = await loadFolder(definitions, { axes: { phase: { turma: 'after' } } });
    if (site === null) throw new Error('The definitions have errors.');
    const recorder = createRecorder(compiledFlow(site, 'inscricao'), startAt());
    recorder.end('left');
    const [head] = recorder.lines();
    expect(head).toMatchObject({ kind: 'head', moments: { turma: 'after' } });
    write(
      'after.jsonl',
      recorder.lines().map((line) => `${JSON.stringify(line)}\n`),
    );
    const same = await replay(at('after.jsonl'));
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('espera.ready')]);
    const before = await replay(at('after.jsonl'), '--at', 'turma.before');
    expect([before.code, before.out]).toEqual([1, expect.stringContaining('formulario.ready')]);
    expect((await replay(at('after.jsonl'), '--at', 'tomorrow')).err).toContain('--at needs a date and time');
  });

  test('replays up to a step, and shows the values then', async () => {
    const { code, out } = await replay(at('whole/a.jsonl'), '--until', '2');
    expect(code).toBe(0);
    expect(out).toContain('3 steps replayed, no difference.');
    const shown = JSON.parse(out.slice(out.indexOf('{', out.indexOf('Values after step 2:')))) as object;
    expect(shown).toMatchObject({ values: { answers: [5, null] } });
    expect(out).not.toContain('open');
    // The difference comes later.
    expect((await replay(at('forged.jsonl'), '--until', '1')).code).toBe(0);
    expect((await replay(at('forged.jsonl'), '--until', '2')).code).toBe(1);
    expect((await replay(at('forged.jsonl'), '--until', 'two')).err).toContain('--until needs the number of a step');
  });

  test('prints JUnit XML: a difference is a failure, a trace that cannot be replayed an error', async () => {
    const { code, out } = await replay(at('forged.jsonl'), at('whole/a.jsonl'), at('hole.jsonl'), '--junit');
    expect(code).toBe(1);
    expect(out).toContain('<testsuite name="funnel replay" tests="3" failures="1" errors="1">');
    expect(out).toContain(`<testcase classname="teste" name="${at('whole/a.jsonl')}"></testcase>`);
    expect(out).toMatch(/<failure message="First difference at step 2: event-refused">[^<]*answers\[0\]: recorded 5/);
    expect(out).toContain('<error message="Steps from 1 on are missing.">');
    write('<&".jsonl', []);
    expect((await replay(at('<&".jsonl'), '--junit')).out).toContain('&lt;&amp;&quot;.jsonl');
  });

  test('accepts patterns', async () => {
    const { out } = await replay(join(at('whole'), '**/*.jsonl'));
    expect(out.split('\n').at(-1)).toBe('3 traces: 3 same');
    expect((await replay(join(at('whole'), 'none-*.jsonl'))).err).toContain('There is no file or folder');
  });

  test('prints its help', async () => {
    const { code, out } = await replay('--help');
    expect(code).toBe(0);
    for (const word of ['--funnels', '--json', '--whole', 'Exit codes']) expect(out).toContain(word);
  });
});
