/** Runs every check there is and ends with `N passed, N failed`. `npm run test:all -- unit` runs one of them. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { missingBrowsers } from './browsers.ts';
import { findChromium } from './chromium.ts';

const report = '.cache/vitest.json';
const cores = Math.min(4, availableParallelism());

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Vitest counts its own tests; every other command counts as one. */
  readonly counted?: true;
}

/** @param workers - how many files run at a time; tests that wait for a browser or a server leave the processor idle */
const vitest = (workers: number, ...folders: string[]): string[] => [
  'vitest',
  'run',
  ...folders,
  `--maxWorkers=${workers}`,
  // Files that run in one process share what they import. Chakra, the validators and the schemas take a second each time.
  '--no-isolate',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];

const checks: readonly Check[] = [
  ...['engine', 'renderer', 'server', 'test'].map((part) => ({ name: `types ${part}`, command: ['tsc', '-p', part] })),
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'generated', command: ['node', 'tools/generate.ts', '--check'] },
  { name: 'definitions', command: ['node', 'server/cli/funnel.mjs', 'check'] },
  { name: 'build', command: ['node', 'tools/build.ts'] },
  { name: 'unit', command: vitest(cores, 'test/unit', 'test/site'), counted: true },
  { name: 'server', command: vitest(cores + 1, 'test/contracts', 'test/faults'), counted: true },
  { name: 'browser', command: vitest(cores + 1, 'test/browser/', 'test/browsers/'), counted: true },
];

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const inShell = process.platform === 'win32';

/** Runs a command that counts as one check, and prints its output when it has ended. */
function runWhole({ name, command }: Check): Promise<Counts> {
  const [program, ...args] = command;
  const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: inShell });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => {
    child.once('error', (error) => (output += error.message));
    child.once('close', (status) => {
      console.log(`\n── ${name}\n${output}`.trimEnd());
      done(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    });
  });
}

/** Runs tests and counts each of them. */
function runTests({ name, command }: Check): Counts {
  console.log(`\n── ${name}`);
  rmSync(report, { force: true });
  const [program, ...args] = command;
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit', shell: inShell });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  // A file that does not load has no failed test of its own.
  return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}

interface Result extends Counts {
  readonly name: string;
}

/** Runs checks one after another on each core. */
async function runAll(all: readonly Check[]): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...all];
  const work = async (): Promise<void> => {
    for (let check = left.shift(); check !== undefined; check = left.shift())
      results.push({ name: check.name, ...(await runWhole(check)) });
  };
  await Promise.all(Array.from({ length: cores }, work));
  return results;
}

mkdirSync('.cache', { recursive: true });
const asked = process.argv.slice(2);
const chosen = checks.filter((check) => asked.length === 0 || asked.some((word) => check.name.startsWith(word)));
// Before the tests, which look for one at the same time.
if (chosen.some(({ name }) => name === 'browser')) {
  findChromium();
  for (const line of missingBrowsers()) console.log(line);
}
const results = await runAll(chosen.filter(({ counted }) => counted !== true));
// The build is done by now: the tests of the server and the browser need it.
for (const check of chosen) if (check.counted === true) results.push({ name: check.name, ...runTests(check) });
const total = (key: keyof Counts): number => results.reduce((sum, result) => sum + result[key], 0);
console.log('');
for (const { name, passed, failed } of results)
  if (failed > 0) console.log(`failed: ${name} (${failed} of ${passed + failed})`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
