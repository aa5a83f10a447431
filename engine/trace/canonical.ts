import type { Json } from '../../schemas/compiled.ts';

/** JSON with sorted keys: equal values give equal text. `undefined` members are left out, as in JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value as Record<string, unknown>).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/**
 * A 64-bit FNV-1a fingerprint of a value, as 16 hex digits. Not cryptographic: it finds differences, not forgeries.
 * Source: http://www.isthe.com/chongo/tech/comp/fnv/ (offset basis and prime for 64 bits).
 */
export function fingerprint(value: Json): string {
  let hash = 0xcbf29ce484222325n;
  const text = canonicalJson(value);
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
