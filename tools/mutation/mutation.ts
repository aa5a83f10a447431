/**
 * `npm run mutation [-- FOLDER…]`: changes the code of each folder in small ways, one at a time, and runs the tests that
 * cover the change. A change that no test notices is a gap in the tests, or changes no behaviour. Prints a score and the
 * changes that survived for each folder, and writes them to `.cache/mutation`. Without folders it takes all of `targets`.
 * `--static` also tries changes of code that runs while a file is imported, which takes far longer.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ensureValidators } from '../validators.ts';

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = '.cache/mutation';

/**
 * The folders and their tests: the ones that test the folder itself and run its code in their own process. All unit tests
 * together would find a little more and take a hundred times as long.
 */
const targets: Readonly<Record<string, readonly string[]>> = {
  'engine/calendar': ['unit/calendar/*', 'unit/load/phases'],
  'engine/errors': ['unit/text/nearest', 'unit/load/{places,catalogue,vocabulary}'],
  'engine/expressions': ['unit/expressions/{evaluate,problems,template,constants,conformance,soundness}'],
  'engine/fields': ['unit/forms/{validate,email,masks,payload,autofill}'],
  'engine/flow': ['unit/session/*', 'unit/trace/redaction', 'unit/load/{stepwise,address-parameters}'],
  'engine/forms': ['unit/forms/{validate,email,masks,redact-pii,payload,autofill}'],
  'engine/load': ['unit/load/*'],
  'engine/rules': ['unit/rules/*', 'unit/forms/{validate,email,masks,payload}'],
  'engine/session': ['unit/session/*', 'unit/load/stepwise'],
  'engine/signals': ['unit/renderer/behaviours'],
  'engine/trace': ['unit/trace/*'],
  'engine/values': ['unit/values/*', 'unit/load/words'],
  'server/intakes': ['unit/server/redirect', 'contracts/http/{intakes,owner,stepwise,retention,moments}'],
  'server/store': ['unit/server/group-commit', 'contracts/store/*'],
};

/** These read the build or source files, or take longer than what they would find is worth. */
const excluded = '!test/unit/load/{scale,mutations,check-command}.test.ts';

/** A mutant counts as found when its tests take this much longer than without it, in milliseconds. */
const patience = 20_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '1' }, static: { type: 'boolean', default: false } },
});

/** The test files of a folder or of one within it. @throws Error when there are none */
function testsOf(folder: string): readonly string[] {
  const [, tests] = Object.entries(targets).find(([target]) => `${folder}/`.startsWith(`${target}/`)) ?? [];
  if (tests === undefined) throw new Error(`${folder} is in none of ${Object.keys(targets).join(', ')}.`);
  return tests.map((each) => `test/${each}.test.ts`);
}

async function mutate(folder: string): Promise<MutantResult[]> {
  process.env['MUTATION_TESTS'] = [...testsOf(folder), excluded].join(' ');
  return new Stryker({
    mutate: [`${folder}/**/*.ts`, '!**/*.d.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    // Code that runs while a file is imported is under every test of it.
    ignoreStatic: !values.static,
    disableTypeChecks: false,
    concurrency: Number(values.jobs),
    timeoutMS: patience,
    ignorePatterns: ['.cache', 'data', 'dist', 'docs'],
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['json'],
    jsonReporter: { fileName: join(reports, `${folder.replaceAll('/', '-')}.json`) },
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

process.chdir(root);
await ensureValidators();
mkdirSync(reports, { recursive: true });
for (const folder of positionals.length > 0 ? positionals : Object.keys(targets)) {
  const all = await mutate(folder);
  const mutants = all.filter(({ status }) => !['Ignored', 'CompileError'].includes(status));
  const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const score = mutants.length === 0 ? 100 : (100 * (mutants.length - alive.length)) / mutants.length;
  const lines = alive.map((mutant) => `${mutant.status === 'Survived' ? 'survived' : 'no test '}  ${lineOf(mutant)}`);
  writeFileSync(join(reports, `${folder.replaceAll('/', '-')}.txt`), `${lines.join('\n')}\n`);
  console.log(
    `${lines.join('\n')}\n${folder}: ${score.toFixed(1)} % of ${mutants.length} (${alive.length} survived, ${all.length - mutants.length} not tried)`,
  );
}
