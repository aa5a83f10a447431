/**
 * Runs code of a site's own within a limit of time. A loop and the matching of a pattern can be ended; a call of a built-in
 * function, such as the sorting of a huge list, cannot: `trial.ts` finds those in a process that can be killed.
 */
import { Script } from 'node:vm';

/** Code that took longer than it may. */
export class SlowCode extends Error {
  override readonly name = 'SlowCode';
}

/** The processor time of one call, in milliseconds. */
export const callLimitMs = 50;
/** A machine that is busy delays a call that is quick: each further try has so many times as long on the clock. */
const patienceFactor = 4;
/** The longest try, in milliseconds. */
const longestTryMs = 4000;
/** Calls up to this length are free, in milliseconds; the others together may take `totalLimitMs` while a site is loaded. */
const freeMs = 5;
const totalLimitMs = 100;

const callKey = Symbol.for('funnel-engine.call');
const script = new Script("globalThis[Symbol.for('funnel-engine.call')]()");
const scope = globalThis as unknown as Record<symbol, unknown>;

let isInside = false;
/** What is left of the time of a load, and the extensions that were too slow; null outside of a load. */
let load: { leftMs: number; readonly slow: Set<string> } | null = null;

/** Ends a call after some time on the clock. @returns whether it ended by itself */
function runOnce<T>(run: () => T, clockMs: number): { readonly value: T } | null {
  let value: T | undefined;
  scope[callKey] = () => {
    value = run();
  };
  isInside = true;
  try {
    script.runInThisContext({ timeout: clockMs, displayErrors: false });
    return { value: value as T };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  } finally {
    isInside = false;
    delete scope[callKey];
  }
}

/**
 * Runs code of an extension.
 * @param extension its path below `extensions/`
 * @param limitMs of processor time
 * @throws SlowCode, or what the code throws
 */
export function bounded<T>(extension: string, run: () => T, limitMs = callLimitMs): T {
  // The limit of the outer call holds.
  if (isInside) return run();
  const limit = Math.min(limitMs, load === null ? limitMs : Math.ceil(load.leftMs));
  const tooSlow = (): never => {
    load?.slow.add(extension);
    throw new SlowCode(`${extension} takes longer than ${limitMs} ms`);
  };
  if (limit <= 0) tooSlow();
  const before = process.threadCpuUsage();
  const spentMs = (): number => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    let result = runOnce(run, limit);
    // Another process had the time of a call that was ended before it had its own.
    for (let clockMs = limit; result === null && spentMs() < limit / 2 && clockMs < longestTryMs; ) {
      clockMs *= patienceFactor;
      result = runOnce(run, clockMs);
    }
    return result === null ? tooSlow() : result.value;
  } finally {
    const spent = spentMs();
    if (load !== null && spent > freeMs) load.leftMs -= spent;
  }
}

/**
 * Runs a load of a site, whose calls of extensions together have a limit of time.
 * @returns its result, and the extensions that took too long
 */
export function withinLoad<T>(run: () => T): { readonly result: T; readonly slow: readonly string[] } {
  const slow = new Set<string>();
  load = { leftMs: totalLimitMs, slow };
  try {
    return { result: run(), slow: [...slow] };
  } finally {
    load = null;
  }
}

/** How much an extension is given: the characters of texts, and the digits of numbers. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string' || typeof value === 'number') return String(value).length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((size, each) => size + sizeOf(each), 0);
}

/** Called with an extension that took too long on a visitor's values, and their size. */
type Listener = (extension: string, size: number) => void;
const listeners = new Set<Listener>();

/** @returns ends the listening */
export function onSlowExtension(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * A function of an extension that visitors' values reach. Values at least half as large as those that took too long are declined
 * from then on without being tried: one visitor takes the others' time once, and their shorter values are still accepted.
 * @param longest the size of the extension's examples, which are always tried
 */
export function guarded<Values extends readonly unknown[], Result>(
  extension: string,
  run: (...values: Values) => Result,
  longest = 0,
): (...values: Values) => Result {
  let declined = Number.POSITIVE_INFINITY;
  return (...values) => {
    const size = sizeOf(values);
    if (size >= declined) {
      load?.slow.add(extension);
      throw new SlowCode(`${extension} takes too long for values of this size`);
    }
    try {
      return bounded(extension, () => settled(run(...values)));
    } catch (error) {
      if (error instanceof SlowCode) {
        declined = Math.min(declined, Math.max(Math.ceil(size / 2), longest + 1));
        if (load === null) for (const listener of listeners) listener(extension, size);
      }
      throw error;
    }
  };
}

/** A promise is no result of an extension. Its rejection must not end the process. */
function settled<T>(result: T): T {
  if (result instanceof Promise) result.catch(() => {});
  return result;
}
