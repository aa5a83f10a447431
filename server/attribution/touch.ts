/** The sources of a visitor: read from an address, checked, merged. */
import { type AttributionSettings, sourceFields } from '../../engine/attribution/attribution.ts';

/** A source: its parameters, the referrer's origin, the landing path and the time. Unknown values are missing. */
export type Touch = Readonly<Record<string, string>>;

export interface Touches {
  readonly first: Touch;
  readonly last: Touch;
}

/** A landing as a browser reports it, or as a request shows it. */
export interface ReportedLanding {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** An address; empty if unknown. */
  readonly referrer: string;
}

const longest = 300;
// Campaign links sometimes carry the address of a newsletter's reader.
const isPersonal = (value: string): boolean => /\S(?:@|%40)\S|^[+ ]\d[\d ().-]{9,}$/i.test(value);
const isPrintable = (value: string): boolean => /^[ -~]*$/.test(value) || !/\p{C}/u.test(value);
const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longest && isPrintable(value) && !isPersonal(value);

/** The origin of an external referrer; null for none, and for one of this site. */
function originOf(address: string, own: readonly string[]): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
  return isWeb && !own.includes(url.host) ? url.origin : null;
}

/** A landing as a source. Values that are not declared, too long or personal are left out. @param own hosts of this site */
export function touchOf(
  { path, query, referrer }: ReportedLanding,
  { parameters }: AttributionSettings,
  own: readonly string[],
  at: number,
): Touch {
  const declared = parameters.flatMap((name): [string, string][] => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    return isPlain(value) ? [[name, value]] : [];
  });
  const origin = originOf(referrer, own);
  return {
    ...Object.fromEntries(declared),
    ...(origin === null ? {} : { referrer: origin }),
    ...(isPlain(path) && path.startsWith('/') ? { path } : {}),
    at: new Date(at).toISOString(),
  };
}

/** Whether a visitor came from somewhere, and not from a bookmark. */
const hasSource = (touch: Touch): boolean => Object.keys(touch).some((name) => name !== 'path' && name !== 'at');

/** The first source is kept. The last one is replaced by every landing that has a source. */
export const merged = (known: Touches | null, landing: Touch): Touches => ({
  first: known?.first ?? landing,
  last: known === null || hasSource(landing) ? landing : known.last,
});

const fieldSets = new WeakMap<AttributionSettings, ReadonlySet<string>>();

function fieldSetOf(settings: AttributionSettings): ReadonlySet<string> {
  const fields = fieldSets.get(settings) ?? new Set(sourceFields(settings));
  fieldSets.set(settings, fields);
  return fields;
}

/** A value of stored text; null if it is written wrongly. */
function decoded(written: string): string | null {
  const text = written.includes('+') ? written.replaceAll('+', ' ') : written;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Text of which every value is plain, unless it is too long. */
const isSimple = (text: string): boolean => /^[\w.~:/=&,;-]*$/.test(text);
const isTime = (text: string): boolean =>
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text) ||
  Number.isFinite(Date.parse(text));

/**
 * The values of stored text; null if it is no source. Every lead of a site with attribution comes with two of them, so
 * text without escapes is read without the checks that its alphabet makes superfluous.
 */
export function readTouch(text: string, settings: AttributionSettings): Touch | null {
  const fields = fieldSetOf(settings);
  const simple = isSimple(text);
  const touch: Record<string, string> = {};
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    const equals = text.indexOf('=', start);
    if (equals < 0) break;
    // The next pair's sign.
    if (equals > end) continue;
    const name = simple ? text.slice(start, equals) : decoded(text.slice(start, equals));
    if (name === null || !fields.has(name) || Object.hasOwn(touch, name)) continue;
    const value = simple ? text.slice(equals + 1, end) : decoded(text.slice(equals + 1, end));
    if (value !== null && (simple ? value !== '' && value.length <= longest : isPlain(value))) touch[name] = value;
  }
  return isTime(touch['at'] ?? '') ? touch : null;
}

/** Browsers drop cookies over 4 KB. */
const mostBytes = 2500;

/** A cookie may contain them (RFC 6265, 4.1.1), and times and paths do. */
const legible = (text: string): string => text.replaceAll('%2F', '/').replaceAll('%3A', ':');

/** A source as text in which a cookie needs no quotes. Parameters that do not fit are left out, the last ones first. */
export function writeTouch(touch: Touch): string {
  const names = Object.keys(touch);
  for (;;) {
    const values = names.map((name): [string, string] => [name, touch[name] as string]);
    const text = legible(new URLSearchParams(values).toString());
    const last = names.findLastIndex((name) => name !== 'at' && name !== 'path');
    if (text.length <= mostBytes || last < 0) return text;
    names.splice(last, 1);
  }
}
