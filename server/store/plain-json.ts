const MAX_DEPTH = 100;

/**
 * Requires plain JSON, which a database returns unchanged.
 * @throws TypeError for other values (undefined, NaN, a date, a cycle, nesting deeper than 100); the message never
 *   quotes the value
 */
export function requirePlainJson(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw new TypeError(`JSON nested deeper than ${MAX_DEPTH}, or a cycle`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number that JSON cannot hold');
  } else if (Array.isArray(value)) {
    // `for…of` also visits array holes.
    for (const item of value) requirePlainJson(item, depth + 1);
  } else if (typeof value === 'object' && isPlain(value)) {
    const record = value as Readonly<Record<string, unknown>>;
    // Without the list of its keys, because each lead has several records. Its prototype has no members to visit.
    for (const key in record) requirePlainJson(record[key], depth + 1);
  } else throw new TypeError(`a value of type ${typeof value} that JSON cannot hold`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
