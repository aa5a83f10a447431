import type { PersonalData } from '../../schemas/generated/types.ts';

const PERSONAL = /[\p{L}\p{N}\p{M}]/gu;

/**
 * The replacement of a character: in the Basic Multilingual Plane, and beyond it, where a character is two UTF-16
 * units.
 */
interface StandIn {
  readonly basic: string;
  readonly beyond: string;
}

// One per character class, so that a rule that counts characters or tests their class gives the same verdict.
const standIns: readonly (StandIn & { readonly is: RegExp })[] = [
  { is: /\p{Lu}/u, basic: 'A', beyond: '\u{1d400}' },
  { is: /\p{L}/u, basic: 'a', beyond: '\u{1d41a}' },
  { is: /[0-9]/, basic: '9', beyond: '9' },
  // Numerals other than 0-9 do not count as digits, so they must not become a 9.
  { is: /\p{N}/u, basic: '\u0669', beyond: '\u{1d7d7}' },
];
const mark: StandIn = { basic: '\u0301', beyond: '\u{1d167}' };

/**
 * The redaction of each kind. No rule depends on a particular digit or letter; a rule that does (a known area code) would
 * need its own redaction here.
 */
const redactions: { readonly [Kind in PersonalData]: (value: string) => string } = {
  name: byClass,
  email: byClass,
  phone: byClass,
  text: byClass,
};

/**
 * Anonymizes a personal value but preserves its shape: letters become `a` or `A` (bold letters beyond the Basic
 * Multilingual Plane), digits become `9`, other numerals and combining marks become one fixed character of their class.
 * Punctuation, white space and the length in UTF-16 units stay. Every form rule gives the redacted value the same verdict
 * as the real one, except `oneOf` and a `pattern` that requires more than "a letter, a capital, a digit 0-9, a mark".
 */
export function redactPersonal(kind: PersonalData, value: string): string {
  return redactions[kind](value);
}

function byClass(value: string): string {
  return value.replace(PERSONAL, (char) => {
    const standIn = standIns.find(({ is }) => is.test(char)) ?? mark;
    return char.length === 1 ? standIn.basic : standIn.beyond;
  });
}
