/**
 * `npm run mutation [-- FOLDER|FILE…]`: changes the code of each folder in small ways, one at a time, and runs the tests
 * that cover the change. A change that no test notices is a gap in the tests, or changes no behaviour. Prints the changes
 * that survived and a table of all folders measured so far; both are kept in `.cache/mutation`. Without folders it takes
 * all of `targets`. `--quick` leaves out changes of code that runs while a file is imported: each needs a new import.
 * `--sample N` changes only the code in N windows of ten lines, chosen by a hash, so that each run takes the same ones.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import setUpPostgres from '../../test/harness/postgres.ts';
import setUpTemporaryFolder from '../../test/harness/temporary-folder.ts';
import { printTable } from '../table.ts';
import { ensureValidators } from '../validators.ts';

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = '.cache/mutation';
/** What a target is called in reports and scores: the score of a sample is not that of its folder. */
const nameOf = (target: string): string => (windows === undefined ? target : `${target} (${windows} windows)`);
const reportOf = (target: string): string => join(reports, nameOf(target).replaceAll(/[/ ()]+/g, '-'));

/**
 * The folders and their tests: the ones that test the folder itself and run its code in their own process. All unit tests
 * together would find a little more and take a hundred times as long.
 */
const targets: Readonly<Record<string, readonly string[]>> = {
  'engine/blocks': ['unit/blocks/*', 'unit/load/{semantics,parts,contents}'],
  'engine/axes': ['unit/axes/*', 'unit/load/phases'],
  'engine/calendar': ['unit/calendar/*', 'unit/load/calendar-paths'],
  'engine/errors': ['unit/errors/*', 'unit/text/nearest', 'unit/load/{places,catalogue,vocabulary}'],
  'engine/expressions': ['unit/expressions/*'],
  'engine/fields': ['unit/forms/{validate,email,masks,payload,autofill}'],
  'engine/flow': ['unit/session/*', 'unit/trace/redaction', 'unit/load/{stepwise,address-parameters}'],
  'engine/forms': ['unit/forms/{validate,email,masks,redact-pii,payload,autofill}'],
  'engine/load': ['unit/load/*'],
  'engine/memo': ['unit/memo/*'],
  'engine/messages': ['unit/messages/*'],
  'engine/migrate': ['unit/migrate/migrate', 'unit/load/vocabulary'],
  'engine/rules': ['unit/rules/*', 'unit/forms/{validate,email,masks,payload}'],
  'engine/session': ['unit/session/*', 'unit/load/stepwise'],
  'engine/signals': ['unit/renderer/behaviours'],
  'engine/steps': ['unit/{session,steps}/*', 'unit/load/{stepwise,semantics}'],
  'engine/trace': ['unit/trace/*'],
  'engine/values': ['unit/values/*', 'unit/load/words'],
  'engine/vocabulary': ['unit/migrate/migrate', 'unit/load/{vocabulary,semantics,contents,parts,texts}'],
  'server/intakes': [
    'unit/server/{redirect,intakes,intake-listener,submissions,acceptance}',
    'contracts/http/{intakes,owner,stepwise}',
  ],
  'server/store': [
    'unit/store/*',
    'unit/server/{group-commit,ids}',
    'contracts/store/{contract,sqlite,migrations,lead-plans,messages,visits,outbox,outbox-lists,privacy,publications}',
  ],
};

/** Code that is not changed. The tests of the code for PostgreSQL make a database each, which takes minutes per mutant. */
const unchanged = ['**/*.d.ts', '**/generated/**', 'server/store/postgres/**'];
/** A part of the names of tests that are left out. */
const skipped = (target: string): string => (target.startsWith('server/store') ? ' > postgres store' : '');

/** These read the build or source files, or take longer than what they would find is worth. */
const excluded =
  '!test/unit/{expressions/{browser-size,cel,soundness.full},load/{scale.full,mutations,check-command,incremental.full,folder-loader,fix},trace/replay-command}.test.ts';

/**
 * A mutant counts as found when its tests take longer than this: a multiple of their time without it, and milliseconds. On
 * a busy machine tests take several times as long, which says nothing about the mutant.
 */
const patience = { timeoutFactor: 5, timeoutMS: 30_000 };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    sample: { type: 'string' },
  },
});
const windows = values.sample === undefined ? undefined : Number(values.sample);

/** The test files of a folder or of one within it. @throws Error when there are none */
function testsOf(folder: string): readonly string[] {
  const [, tests] = Object.entries(targets).find(([target]) => `${folder}/`.startsWith(`${target}/`)) ?? [];
  if (tests === undefined) throw new Error(`${folder} is in none of ${Object.keys(targets).join(', ')}.`);
  return tests.map((each) => `test/${each}.test.ts`);
}

const windowLines = 10;

/** The lines of a folder that a sample takes, as ranges that Stryker reads: the windows with the lowest hashes. */
function sampleOf(target: string, count: number): string[] {
  const windowsIn = (file: string): string[] => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / windowLines) }, (_, index) => index * windowLines + 1);
    return starts.map((start) => `${file}:${start}-${Math.min(lines, start + windowLines - 1)}`);
  };
  const order = (window: string): string => createHash('sha256').update(window).digest('hex');
  const files = globSync(`${target}/**/*.ts`, { exclude: unchanged });
  return files
    .flatMap(windowsIn)
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .slice(0, count);
}

/** The code of a target that is changed, as patterns that Stryker reads. */
function changedCode(target: string): string[] {
  if (windows !== undefined) return sampleOf(target, windows);
  return target.endsWith('.ts') ? [target] : [`${target}/**/*.ts`, ...unchanged.map((each) => `!${each}`)];
}

async function mutate(target: string): Promise<MutantResult[]> {
  process.env['MUTATION_TESTS'] = [...testsOf(target), excluded].join(' ');
  process.env['MUTATION_SKIPS'] = skipped(target);
  process.env['MUTATION_RELOADS'] = /^(?:server|engine\/load)(?:\/|$)/.test(target) ? 'no' : 'yes';
  return new Stryker({
    mutate: changedCode(target),
    testRunner: 'in-process',
    plugins: ['./tools/mutation/runner.ts'],
    coverageAnalysis: 'perTest',
    ignoreStatic: values.quick,
    disableTypeChecks: false,
    concurrency: Number(values.jobs),
    // A process keeps every generation of modules that it has imported.
    maxTestRunnerReuse: 400,
    ...patience,
    // On a busy machine the first run of a thousand tests takes longer than five minutes.
    dryRunTimeoutMinutes: 30,
    // A server under test draws pages with the build.
    ignorePatterns: ['.cache', 'data', 'docs', ...(target.startsWith('server/') ? [] : ['dist'])],
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['progress-append-only'],
    incremental: true,
    incrementalFile: `${reportOf(target)}.json`,
    allowEmpty: true,
    logLevel: 'warn' as NonNullable<StrykerOptions['logLevel']>,
    // Stryker would rewrite it by an API that TypeScript 7 does not have; nothing here reads it.
    tsconfigFile: 'none',
  }).runMutationTest();
}

/** A mutant as a line: where it is, and what it made of what. */
function lineOf({ fileName, location, replacement = '' }: MutantResult): string {
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const text = lines.slice(start.line - 1, end.line).join('\n');
  const was = text.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
  const short = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 100);
  const place = `${fileName.slice(root.length)}:${start.line}:${start.column}`;
  return `${place}  ${short(was)}  →  ${short(replacement)}`;
}

interface Score {
  readonly mutants: number;
  readonly killed: number;
  /** No test runs the changed code. */
  readonly uncovered: number;
  readonly survived: number;
}

const scoresFile = join(reports, 'scores.json');
const readScores = (): Record<string, Score> =>
  existsSync(scoresFile) ? (JSON.parse(readFileSync(scoresFile, 'utf8')) as Record<string, Score>) : {};

/**
 * Changes a folder, prints what survived and adds its score to those of the runs before.
 * @throws Error when nothing in it can be changed
 */
async function measure(target: string): Promise<void> {
  const all = await mutate(target);
  const mutants = all.filter(({ status }) => !['Ignored', 'CompileError'].includes(status));
  if (mutants.length === 0) throw new Error(`${target} has no code that can be changed. Check the path.`);
  const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const lines = alive.map((mutant) => `${mutant.status === 'Survived' ? 'survived' : 'no test '}  ${lineOf(mutant)}`);
  writeFileSync(`${reportOf(target)}.txt`, `${lines.join('\n')}\n`);
  if (lines.length > 0) console.log(lines.join('\n'));
  const survived = alive.filter(({ status }) => status === 'Survived').length;
  const score = { mutants: mutants.length, killed: mutants.length - alive.length, survived };
  const scores = { ...readScores(), [nameOf(target)]: { ...score, uncovered: alive.length - survived } };
  writeFileSync(scoresFile, `${JSON.stringify(scores, null, 2)}\n`);
}

/** The scores of the folders; of files only those measured now. */
function printScores(): void {
  const rows = Object.entries(readScores()).filter(
    ([target]) => target in targets || positionals.some((each) => nameOf(each) === target),
  );
  const folders = rows.filter(([target]) => target in targets).map(([, score]) => score);
  const sum = (member: keyof Score): number => folders.reduce((total, score) => total + score[member], 0);
  const whole = {
    mutants: sum('mutants'),
    killed: sum('killed'),
    survived: sum('survived'),
    uncovered: sum('uncovered'),
  };
  const total = folders.length === 0 ? [] : [['all folders', whole] as const];
  const cells = [...rows.sort(([one], [other]) => (one < other ? -1 : 1)), ...total].map(
    ([target, { mutants, killed, survived, uncovered }]) => {
      const score = ((100 * killed) / mutants).toFixed(1);
      return [target, ...[mutants, killed, survived, uncovered].map(String), score];
    },
  );
  printTable(['folder', 'mutants', 'killed', 'survived', 'no test', 'score %'], cells);
}

process.chdir(root);
await ensureValidators();
mkdirSync(reports, { recursive: true });
const removeTemporaryFolder = setUpTemporaryFolder();
const removePostgres = setUpPostgres();
try {
  for (const target of positionals.length > 0 ? positionals : Object.keys(targets)) await measure(target);
} finally {
  await removePostgres();
  removeTemporaryFolder();
}
printScores();
