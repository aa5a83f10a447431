/** What `when` can read of the page itself, as `page.…`. */
import type { Code, Json, Scope } from '../../engine/expressions/code.ts';

/** What a page is like at a moment. Only a browser knows it; the server draws what holds at first. */
export interface PageSignals {
  /** How far the page is scrolled, in percent of the way. */
  readonly scroll: number;
  /** The id of the section at the top of the screen; empty above the first. */
  readonly section: string;
  readonly device: 'phone' | 'desktop';
  /** Whole seconds since the page was opened. */
  readonly seconds: number;
  /** How much of a video has been played, in percent; the most of all videos. */
  readonly video: number;
  /** How many actions were pressed. */
  readonly pressed: number;
  /** Some parameters of the address; null where it has none of that name. */
  readonly query: { readonly src: string | null; readonly delay: string | null };
}

/** A page that nobody has done anything on. */
export const firstSignals: PageSignals = {
  scroll: 0,
  section: '',
  device: 'phone',
  seconds: 0,
  video: 0,
  pressed: 0,
  query: { src: null, delay: null },
};

const isRead = (code: unknown): code is [string, ...Json[]] => Array.isArray(code) && code[0] !== '#';

/** Whether an expression reads the page. */
export const readsPage = (code: unknown): boolean =>
  isRead(code) && ((code[0] === '$' && code[1] === 'page') || code.slice(1).some(readsPage));

/** The expression with every other name replaced by its value: what a browser can evaluate by itself. */
export function fixNames(code: Code, lookup: (name: string) => Json | undefined): Code {
  if (!isRead(code)) return code;
  if (code[0] !== '$') return [code[0], ...code.slice(1).map((part) => fixNames(part as Code, lookup) as Json)];
  const value = code[1] === 'page' ? undefined : lookup(code[1] as string);
  return value === undefined ? code : ['#', value];
}

/** A scope in which `page` can be read, too. */
export const withPage =
  (scope: Scope) =>
  (name: string): Json | undefined => {
    if (name === 'page') return firstSignals as unknown as Json;
    if (typeof scope === 'function') return scope(name);
    return Object.hasOwn(scope, name) ? scope[name] : undefined;
  };
