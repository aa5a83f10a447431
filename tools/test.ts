/** Runs every check there is and ends with `N passed, N failed`. `npm run test:all -- unit` runs one of them. */
import { spawnSync } from 'node:child_process';
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
  { name: 'unit', command: vitest(cores, 'test/unit'), counted: true },
  { name: 'server', command: vitest(cores + 1, 'test/contracts', 'test/faults'), counted: true },
  { name: 'browser', command: vitest(cores + 1, 'test/browser/', 'test/browsers/'), counted: true },
];

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

function run({ name, command, counted }: Check): Counts {
  console.log(`\n── ${name}`);
  rmSync(report, { force: true });
  const [program, ...args] = command;
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (counted !== true) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  // A file that does not load has no failed test of its own.
  return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}

mkdirSync('.cache', { recursive: true });
const asked = process.argv.slice(2);
const chosen = checks.filter((check) => asked.length === 0 || asked.some((word) => check.name.startsWith(word)));
// Before the tests, which look for one at the same time.
if (chosen.some(({ name }) => name === 'browser')) {
  findChromium();
  for (const line of missingBrowsers()) console.log(line);
}
const results = chosen.map((check) => ({ name: check.name, ...run(check) }));
const total = (key: keyof Counts): number => results.reduce((sum, result) => sum + result[key], 0);
console.log('');
for (const { name, passed, failed } of results)
  if (failed > 0) console.log(`failed: ${name} (${failed} of ${passed + failed})`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
