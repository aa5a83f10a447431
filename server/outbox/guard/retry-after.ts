/** The Retry-After header (RFC 9110, section 10.2.3). */

/** @returns the wait in milliseconds, never negative; null without a readable value */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // A date begins with the name of its day; Date.parse alone reads much more.
  const at = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
