/**
 * JSON with sorted keys (by UTF-16 code units) and no spaces, so that equal values give equal texts. As in
 * `JSON.stringify`, undefined members are omitted and values that JSON cannot represent become null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item))}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record).filter((key) => record[key] !== undefined);
  return `{${keys.sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`)}}`;
}
