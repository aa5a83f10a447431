/** One text for one value, whatever order its keys were written in. */
import type { Json } from './types.ts';

const DEEPEST = 100;

/**
 * JSON text with the keys of every object sorted by UTF-16 code units and no white space.
 * @throws TypeError when the value is not plain JSON (undefined, NaN, a date, a cycle, deeper than 100);
 *   the message never quotes the value
 */
export function canonicalJson(value: Json): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > DEEPEST) throw new TypeError(`JSON nested deeper than ${DEEPEST}, or a cycle`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number that JSON cannot hold');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item, depth + 1)}`).join(',')}}`;
  }
  throw new TypeError(`a value of type ${typeof value} that JSON cannot hold`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
