/**
 * Stryker's test runner `in-process`: imports the test files of MUTATION_TESTS once into the process of the run, then
 * calls their tests with one mutant switched on. A mutant that survives gets a second run in freshly imported modules,
 * where no value is left that was computed without it; so does one that leaves a test failing after it.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DryRunResult, MutantRunOptions, MutantRunResult, TestRunner } from '@stryker-mutator/api/test-runner';
import { DryRunStatus, determineHitLimitReached, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { collect, runTests, type Test } from './suite.ts';

type Hits = Record<string, number>;

/** What the mutated code reads and writes. */
interface Mutation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

const mutation: Mutation = {};
Object.assign(globalThis, { __stryker__: mutation });
const suite = new URL('suite.ts', import.meta.url).href;
const patterns = (process.env['MUTATION_TESTS'] ?? '').split(' ');
const include = patterns.filter((each) => !each.startsWith('!'));
const exclude = patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1));

/** A part of the names of tests that are left out. */
const skips = process.env['MUTATION_SKIPS'] ?? '';

/**
 * Whether a mutant that survives is tried again in new modules. The tests of a server start one each, and those of the
 * loader make one per mutant, which computes its values anew; to import either takes a second.
 */
const reloads = process.env['MUTATION_RELOADS'] !== 'no';

/** A test that takes longer, in milliseconds of processor time, measures time or tries thousands of values. */
const mostTime = 1000;

/** What the first run found out, for the processes after it: the working directory is the run's own. */
const costsFile = 'mutation-costs.json';
interface Costs {
  /** Files from the fastest to the slowest. */
  readonly files: readonly string[];
  /** Tests that are left out: they are too slow, or fail without a mutant. */
  readonly out: readonly string[];
}

/** The JavaScript of each file: each generation would strip its types again. */
const stripped = new Map<string, string>();

/** How often the modules have been imported anew. The number is part of their addresses. */
let generation = 0;

class InProcessRunner implements TestRunner {
  #tests: readonly Test[] = [];

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const sandbox = pathToFileURL(`${process.cwd()}/`).href;
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === 'vitest') return { url: suite, shortCircuit: true };
        const found = next(specifier, context);
        const own = found.url.startsWith(sandbox) && !found.url.includes('/node_modules/');
        return own ? { ...found, url: `${found.url.replace(/\?.*/, '')}?generation=${generation}` } : found;
      },
      load(url, context, next) {
        const file = url.startsWith(sandbox) ? url.replace(/\?.*/, '') : '';
        if (!file.endsWith('.ts')) return next(url, context);
        const source = stripped.get(file) ?? stripTypeScriptTypes(readFileSync(new URL(file), 'utf8'));
        stripped.set(file, source);
        return { format: 'module', source, shortCircuit: true };
      },
    });
  }

  async dryRun(): Promise<DryRunResult> {
    Object.assign(mutation, { activeMutant: undefined, hitLimit: undefined });
    await this.#load();
    const out: string[] = [];
    const times = new Map<string, number>();
    const spent = new Map<string, number>();
    for (const test of this.#tests) {
      const begun = performance.now();
      const before = process.cpuUsage();
      const failure = await runTests([test], (id) => {
        mutation.currentTestId = id;
      });
      const { user, system } = process.cpuUsage(before);
      spent.set(test.id, performance.now() - begun);
      const [time, file] = [(user + system) / 1000, test.file];
      times.set(file, (times.get(file) ?? 0) + time);
      if (failure === null && time <= mostTime) continue;
      out.push(test.id);
      const reason = failure === null ? `takes ${time.toFixed(0)} ms` : `fails: ${messageOf(failure.error)}`;
      console.error(`Left out: ${test.id} ${reason}`);
    }
    if (out.length > this.#tests.length / 10)
      return { status: DryRunStatus.Error, errorMessage: `${out.length} of ${this.#tests.length} tests are left out.` };
    const files = [...times].sort(([, one], [, other]) => one - other).map(([file]) => file);
    writeFileSync(costsFile, JSON.stringify({ files, out } satisfies Costs));
    this.#tests = this.#tests.filter(({ id }) => !out.includes(id));
    const { static: loaded = {}, perTest = {} } = mutation.mutantCoverage ?? {};
    const covered: Record<string, Hits> = {};
    // What a suite's `beforeAll` runs is part of each of its tests.
    for (const { id, suites } of this.#tests)
      covered[id] = Object.assign({}, ...suites.map((each) => perTest[each.id]), perTest[id]);
    return {
      status: DryRunStatus.Complete,
      mutantCoverage: { static: loaded, perTest: covered },
      // Stryker takes the time of the dry run that no test spent as the start of each run, and waits for it with each mutant.
      tests: this.#tests.map(({ id, file }) => ({
        ...{ id, name: id, fileName: resolve(file), timeSpentMs: spent.get(id) ?? 0 },
        status: TestStatus.Success as const,
      })),
    };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const early = options.mutantActivation === 'static';
    // A new process has none yet. They must not be imported with the mutant switched on.
    if (!early && this.#tests.length === 0) await this.#load();
    const first = early ? null : await this.#try(options);
    if (first !== null && first.status !== MutantRunStatus.Survived) {
      const [killer] = first.status === MutantRunStatus.Killed ? first.killedBy : [];
      if (killer === undefined || (await this.#passes(killer))) return first;
    } else if (first !== null && !reloads) return first;
    mutation.activeMutant = options.activeMutant.id;
    try {
      await this.#load();
      return await this.#try(options);
    } catch (error) {
      return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: messageOf(error), nrOfTests: 0 };
    } finally {
      mutation.activeMutant = undefined;
      if (early) this.#tests = [];
    }
  }

  /** Imports the test files, and every module of the project under them, anew. */
  async #load(): Promise<void> {
    generation += 1;
    const { files, out }: Costs = existsSync(costsFile)
      ? JSON.parse(readFileSync(costsFile, 'utf8'))
      : { files: globSync(include, { exclude }), out: [] };
    const tests: Test[] = [];
    for (const file of files)
      tests.push(...(await collect(file, () => import(`${pathToFileURL(file).href}?generation=${generation}`))));
    this.#tests = tests.filter(({ id }) => !out.includes(id) && (skips === '' || !id.includes(skips)));
  }

  async #try({ activeMutant, hitLimit, testFilter }: MutantRunOptions): Promise<MutantRunResult> {
    const chosen = testFilter === undefined ? this.#tests : this.#tests.filter(({ id }) => testFilter.includes(id));
    Object.assign(mutation, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const failure = await runTests(chosen, () => {});
    const { hitCount } = mutation;
    Object.assign(mutation, { activeMutant: undefined, hitLimit: undefined });
    const endless = determineHitLimitReached(hitCount, hitLimit);
    if (endless !== undefined) return { ...endless, status: MutantRunStatus.Timeout };
    if (failure === null) return { status: MutantRunStatus.Survived, nrOfTests: chosen.length };
    const { test, error } = failure;
    return {
      status: MutantRunStatus.Killed,
      killedBy: [test.id],
      failureMessage: messageOf(error),
      nrOfTests: chosen.length,
    };
  }

  async #passes(id: string): Promise<boolean> {
    return (
      (await runTests(
        this.#tests.filter((test) => test.id === id),
        () => {},
      )) === null
    );
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
