/** The cookies by which networks recognize a browser. */
import { cookiesIn } from '../http/cookies.ts';

const names = ['_fbp', '_fbc', '_ga'] as const;
const none: Readonly<Record<string, string>> = {};

/** The networks' own cookies of a Cookie header; values that no network writes are left out. */
export function networkCookies(header: string | null): Readonly<Record<string, string>> {
  // Most visitors have none of them.
  if (header === null || !(header.includes('_fb') || header.includes('_ga'))) return none;
  const found = Object.entries(cookiesIn(header, names));
  return Object.fromEntries(found.filter(([, value]) => /^[A-Za-z0-9._-]{1,500}$/.test(value)));
}
