/** Expressions that read signals of the page, as `page.…`. */
import type { Code, Json, Scope } from '../../engine/expressions/code.ts';
import { firstSignals } from '../../engine/signals/page.ts';

const isRead = (code: unknown): code is [string, ...Json[]] => Array.isArray(code) && code[0] !== '#';

/** Whether an expression reads signals of the page. */
export const readsPage = (code: unknown): boolean =>
  isRead(code) && ((code[0] === '$' && code[1] === 'page') || code.slice(1).some(readsPage));

/** Replaces all names except `page` by their values, so that the browser can evaluate the expression. */
export function fixNames(code: Code, lookup: (name: string) => Json | undefined): Code {
  if (!isRead(code)) return code;
  if (code[0] !== '$') return [code[0], ...code.slice(1).map((part) => fixNames(part as Code, lookup) as Json)];
  const value = code[1] === 'page' ? undefined : lookup(code[1] as string);
  return value === undefined ? code : ['#', value];
}

/** Adds the initial signals of the page to a scope, as `page`. */
export const withPage =
  (scope: Scope) =>
  (name: string): Json | undefined => {
    if (name === 'page') return firstSignals;
    if (typeof scope === 'function') return scope(name);
    return Object.hasOwn(scope, name) ? scope[name] : undefined;
  };
