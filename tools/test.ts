/**
 * Runs checks and tests, and ends with `N passed, N failed`. The tests are in two lanes:
 *
 * - quick (`npm test`): types, lint, generated files, definitions, unit tests, contracts on SQLite, the main flows in Chromium;
 * - full (`npm run test:full`): everything else, which is the files `*.full.test.ts`, `test/faults/`, `test/browsers/`, and the
 *   contracts on PostgreSQL.
 *
 * `npm run test:all` runs both, `npm run test:all -- unit` one check of both.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { missingBrowsers } from './browsers.ts';
import { findChromium } from './chromium.ts';
import { type Lane, laneOf, type Selection, selectionsOf, suites } from './lanes.ts';

const cores = Math.min(4, availableParallelism());

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

// The checks already use every core. With several threads the compiler checks shared types once in each: twice the
// processor time for `test`.
const types = (part: string): Check => ({ name: `types ${part}`, command: ['tsc', '--singleThreaded', '-p', part] });

/** The tests of the server and the browser need it. */
const build: Check = { name: 'build', command: ['node', 'tools/build.ts'] };

const checks: readonly Check[] = [
  ...['test', 'server', 'renderer', 'renderer/studio', 'engine'].map(types),
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'generated', command: ['node', 'tools/generate.ts', '--check'] },
  { name: 'definitions', command: ['node', 'server/cli/funnel.mjs', 'check'] },
];

/**
 * Tests in browsers wait for half of their time. With more workers than these, visitors of a lossy link give up before a
 * busy server answers. A worker has a browser and a server, which take about 1 GB.
 */
const workers = Math.max(2, Math.min(cores + 2, Math.floor(totalmem() / 1.5e9)));

const reportOf = ({ name }: Selection): string => `.cache/vitest-${name}.json`;

const vitest = (selection: Selection): string[] => [
  'run',
  ...selection.paths,
  ...selection.args,
  `--maxWorkers=${workers}`,
  // Files that run in one process share what they import. Chakra, the validators and the schemas take a second each.
  '--no-isolate',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportOf(selection)}`,
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

interface Result extends Counts {
  readonly name: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The most failed tests that the end of the output names. */
const mostNamed = 40;
/** The tests that failed, each with the first line of its message: the end of the output is what a CI record keeps. */
const failures: string[] = [];

/** Notes the failed tests of a report. */
function noteFailures({ testResults }: Report): void {
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages: [message = ''] = [] } of assertionResults)
      if (status === 'failed')
        failures.push(`${relative('.', name)}: ${fullName}\n  ${message.split('\n')[0]?.slice(0, 300)}`);
}

/** Runs Vitest once and counts the tests of suites. */
async function runSelection(selection: Selection, names: readonly string[], lane: Lane | null): Promise<Result[]> {
  const report = reportOf(selection);
  rmSync(report, { force: true });
  const child = spawn('node_modules/.bin/vitest', vitest(selection), {
    stdio: 'inherit',
    shell: inShell,
    env: {
      ...process.env,
      // Tests start hundreds of servers and commands: a start with compiled code takes half of the processor time.
      NODE_COMPILE_CACHE: resolve('.cache/compiled'),
      ...(lane === null ? {} : { TEST_LANE: lane }),
    },
  });
  const status = await new Promise<number | null>((done) => {
    child.once('error', () => done(1));
    child.once('close', done);
  });
  if (!existsSync(report)) return names.map((name) => ({ name, passed: 0, failed: 1 }));
  const whole = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const { testResults } = whole;
  noteFailures(whole);
  const results = names.map((name): Result => {
    const own = testResults.filter((file) => suites[name]?.some((folder) => file.name.includes(`/${folder}`)));
    const statuses = own.flatMap(({ assertionResults }) => assertionResults.map((test) => test.status));
    const count = (wanted: string): number => statuses.filter((each) => each === wanted).length;
    return { name, passed: count('passed'), failed: count('failed') };
  });
  // A file that does not load, and an error outside of tests, have no failed test of their own.
  const isUncounted = status !== 0 && results.every(({ failed }) => failed === 0);
  return isUncounted ? [...results, { name: 'vitest', passed: 0, failed: 1 }] : results;
}

/** Runs the tests of suites in a lane, or in both. */
async function runSuites(names: readonly string[], lane: Lane | null): Promise<Result[]> {
  console.log(`\n── ${names.join(', ')}`);
  const results: Result[] = [];
  for (const selection of selectionsOf(names, lane)) results.push(...(await runSelection(selection, names, lane)));
  return results;
}

/** Runs checks, so many at a time. */
async function runAll(all: readonly Check[], together: number): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...all];
  const work = async (): Promise<void> => {
    for (let check = left.shift(); check !== undefined; check = left.shift())
      results.push({ name: check.name, ...(await runWhole(check)) });
  };
  await Promise.all(Array.from({ length: together }, work));
  return results;
}

mkdirSync('.cache', { recursive: true });
const { positionals: asked, values } = parseArgs({ allowPositionals: true, options: { lane: { type: 'string' } } });
const lane = laneOf(values.lane);
const isChosen = (name: string): boolean => asked.length === 0 || asked.some((word) => name.startsWith(word));
const chosen = Object.keys(suites).filter(isChosen);
// Before the tests, which look for one at the same time.
if (chosen.includes('browser')) {
  findChromium();
  if (lane !== 'quick') for (const line of missingBrowsers()) console.log(line);
}
/** The build, and then the suites. Their tests wait for browsers and servers, and leave the processor to the checks. */
async function runTests(): Promise<Result[]> {
  const built = isChosen(build.name) ? await runAll([build], 1) : [];
  return chosen.length > 0 ? [...built, ...(await runSuites(chosen, lane))] : built;
}

// The full lane has tests only; its build is the one of the quick lane.
const others = lane === 'full' ? [] : checks.filter(({ name }) => isChosen(name));
const together = chosen.length > 0 ? Math.max(1, cores - 1) : cores;
const results = (await Promise.all([runAll(others, together), runTests()])).flat();
const total = (key: keyof Counts): number => results.reduce((sum, result) => sum + result[key], 0);
console.log('');
for (const failure of failures.slice(0, mostNamed)) console.log(failure);
if (failures.length > mostNamed) console.log(`… and ${failures.length - mostNamed} more`);
for (const { name, passed, failed } of results)
  if (failed > 0) console.log(`failed: ${name} (${failed} of ${passed + failed})`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
