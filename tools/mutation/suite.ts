/**
 * The part of Vitest's API that the tests of `targets` use, so that they run in the process of the mutation run: a worker
 * of Vitest's own per mutant takes a hundred times as long. `expect` and `vi` are Vitest's, but for `waitFor`.
 */
import fc from 'fast-check';
import { expect as vitestExpect, vi as vitestVi } from '../../node_modules/vitest/dist/index.js';

// The smallest value that shows a mutant is of no interest, and to look for it takes thousands of runs.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

type Step = (context: Context) => unknown;

/** What a test and its hooks get. Vitest's has more, which these tests do not use. */
interface Context {
  readonly skip: (reason?: string) => never;
  readonly onTestFinished: (step: () => unknown) => void;
}

interface Suite {
  readonly id: string;
  readonly parent: Suite | null;
  readonly before: { readonly all: Step[]; readonly each: Step[] };
  readonly after: { readonly all: Step[]; readonly each: Step[] };
  opened: boolean;
}

/** A test, identified by its file and its name. */
export interface Test {
  readonly id: string;
  readonly file: string;
  readonly suites: readonly Suite[];
  readonly run: Step;
}

class TestSkip extends Error {}

/** Milliseconds after which a test that still waits fails, so that its mutant costs no new process. */
const mostWait = 5000;

let fail: (error: unknown) => void = () => {};

// What a mutant throws outside of its test, such as in a server's listener, fails the test instead of the process.
process.on('uncaughtException', (error) => fail(error));

/** Waits for a test, unless it takes too long or the process gets an uncaught error. */
async function within(work: unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
    timer = setTimeout(() => reject(new Error(`The test still waits after ${mostWait} ms.`)), mostWait);
  });
  try {
    await Promise.race([work, broken]);
  } finally {
    clearTimeout(timer);
    fail = () => {};
  }
}

const noContext: Context = {
  skip: () => {
    throw new TestSkip();
  },
  onTestFinished: () => {},
};

const newSuite = (id: string, parent: Suite | null): Suite => ({
  id,
  parent,
  before: { all: [], each: [] },
  after: { all: [], each: [] },
  opened: false,
});

let suite = newSuite('', null);
let tests: Test[] = [];
let finishing: (() => unknown)[] = [];

/** Imports a test file. @returns its tests */
export async function collect(file: string, load: () => Promise<unknown>): Promise<readonly Test[]> {
  suite = newSuite(file, null);
  tests = [];
  await load();
  return tests;
}

/**
 * Runs tests one after another until one fails.
 * @param at - gets the id of the test or of the suite whose code runs next, undefined after the last
 */
export async function runTests(
  chosen: readonly Test[],
  at: (id: string | undefined) => void,
): Promise<{ readonly test: Test; readonly error: unknown } | null> {
  for (const [index, test] of chosen.entries()) {
    let failed = true;
    try {
      await runTest(test, at);
      failed = false;
    } catch (error) {
      return { test, error };
    } finally {
      const next = failed ? [] : (chosen[index + 1]?.suites ?? []);
      await closeSuites(test.suites.filter((each) => !next.includes(each)).reverse());
      at(undefined);
    }
  }
  return null;
}

async function runTest({ id, suites, run }: Test, at: (id: string) => void): Promise<void> {
  const context: Context = {
    skip: (reason) => {
      throw new TestSkip(reason);
    },
    onTestFinished: (step) => void finishing.push(step),
  };
  for (const each of suites.filter(({ opened }) => !opened)) {
    each.opened = true;
    at(each.id);
    for (const step of each.before.all) await step(context);
  }
  at(id);
  try {
    for (const each of suites) for (const step of each.before.each) await step(context);
    await within(run(context));
  } catch (error) {
    if (!(error instanceof TestSkip)) throw error;
  } finally {
    const last = finishing.reverse();
    finishing = [];
    for (const each of suites.toReversed()) for (const step of each.after.each) await step(context);
    for (const step of last) await step();
  }
}

/** An `afterAll` fails too where its `beforeAll` has failed; the first failure is reported. */
async function closeSuites(closed: readonly Suite[]): Promise<void> {
  for (const each of closed) {
    each.opened = false;
    for (const step of each.after.all)
      try {
        await step(noContext);
      } catch {
        // Reported already, or without effect on a test.
      }
  }
}

type Body = (...values: never[]) => unknown;
type Options = number | { readonly timeout: number };

/** `(name, body)`, `(name, options, body)` and `(name, body, timeout)`. */
const bodyOf = (one?: Body | Options, other?: Body | Options): Body =>
  [one, other].find((each) => typeof each === 'function') ?? (() => {});

function addTest(name: string, one?: Body | Options, other?: Body | Options): void {
  const suites: Suite[] = [];
  for (let each: Suite | null = suite; each !== null; each = each.parent) suites.unshift(each);
  const id = `${suite.id} > ${name} #${tests.length}`;
  const file = suites[0]?.id ?? '';
  tests.push({ id, file, suites, run: bodyOf(one, other) as Step });
}

function addSuite(name: string, one?: Body | Options, other?: Body | Options): void {
  const outer = suite;
  suite = newSuite(`${outer.id} > ${name}`, outer);
  (bodyOf(one, other) as () => void)();
  suite = outer;
}

type Add = typeof addTest;

const each =
  (add: Add) =>
  (rows: readonly unknown[]): Add =>
  (name, one, other) => {
    const body = bodyOf(one, other) as (...values: unknown[]) => unknown;
    for (const row of rows) add(name, () => body(...(Array.isArray(row) ? row : [row])));
  };

/** Like `each`, but a row that is a list stays one value. */
const eachRow =
  (add: Add) =>
  (rows: readonly unknown[]): Add =>
  (name, one, other) => {
    const body = bodyOf(one, other) as (row: unknown, context: Context) => unknown;
    for (const row of rows) add(name, ((context: Context) => body(row, context)) as Body);
  };

const variants = (add: Add) =>
  Object.assign(add.bind(null), {
    each: each(add),
    for: eachRow(add),
    skip: () => {},
    skipIf: (skip: unknown): Add => (skip ? () => {} : add),
    runIf: (run: unknown): Add => (run ? add : () => {}),
  });

export const test = variants(addTest);
export const it = test;
export const describe = variants(addSuite);
export const beforeAll = (step: Step): void => void suite.before.all.push(step);
export const beforeEach = (step: Step): void => void suite.before.each.push(step);
export const afterAll = (step: Step): void => void suite.after.all.unshift(step);
export const afterEach = (step: Step): void => void suite.after.each.unshift(step);
export const onTestFinished = (step: () => unknown): void => void finishing.push(step);
export const expect = vitestExpect;

/** Vitest's own needs its worker. */
async function waitFor<Value>(holds: () => Value | Promise<Value>): Promise<Value> {
  for (;;)
    try {
      return await holds();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
}
export const vi = { ...vitestVi, waitFor };
