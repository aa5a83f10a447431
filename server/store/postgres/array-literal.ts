/**
 * An array as PostgreSQL's text format, for a parameter of a type such as `text[]`. The client's own conversion takes
 * several times as long: it searches each element twice, although most have nothing to escape, and many of a batch are
 * equal.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  let literal = '{';
  let known: string | null = null;
  let quoted = '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as string | number | null;
    if (index > 0) literal += ',';
    if (typeof value !== 'string') literal += value === null ? 'NULL' : value;
    else {
      if (value !== known) {
        known = value;
        quoted = `"${needsEscape.test(value) ? value.replace(escaped, '\\$&') : value}"`;
      }
      literal += quoted;
    }
  }
  return `${literal}}`;
}

const needsEscape = /["\\]/;
const escaped = /["\\]/g;
