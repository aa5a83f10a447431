/** The purposes of processing, a visitor's choice among them, and what both allow. Browser and server use the same code. */

/** The optional purposes. The cookie contains the first letters of those that are granted. */
export const categories = ['analytics', 'marketing'] as const;

export type Category = (typeof categories)[number];
/** `necessary` is always allowed. */
export type Purpose = 'necessary' | Category;

/** A choice, as a first-party cookie keeps it. */
export interface ConsentChoice {
  /** The version of the policy that was shown. */
  readonly version: string;
  readonly granted: readonly Category[];
  /** A random id: the subject of the proof rows. */
  readonly id: string;
}

/** The name of the cookie. */
export const consentCookie = 'consent';

const letterOf = (category: Category): string => category.charAt(0);
const pattern = /(?:^|;\s*)consent=([A-Za-z0-9-]{1,32})\.([am]{1,2}|0)\.([a-z0-9]{16,40})(?=\s*(?:;|$))/;

/** The choice in a Cookie header, or in `document.cookie`; null without a valid one. */
export function readChoice(cookies: string | undefined): ConsentChoice | null {
  const [, version = '', letters = '', id = ''] = pattern.exec(cookies ?? '') ?? [];
  return id === '' ? null : { version, granted: categories.filter((each) => letters.includes(letterOf(each))), id };
}

/** The value of the cookie. */
export const writeChoice = ({ version, granted, id }: ConsentChoice): string =>
  `${version}.${granted.map(letterOf).join('') || '0'}.${id}`;

/**
 * Whether a choice is valid.
 * @param version of the policy that a site asks consent for; null if consent is implied
 */
const isValid = (version: string | null, choice: ConsentChoice | null): choice is ConsentChoice =>
  choice !== null && (version === null || choice.version === version);

/**
 * The purposes that are allowed. Implied consent allows all of them until the visitor refuses. Global Privacy Control
 * is a refusal of all optional ones, which no choice overrides.
 * @param version of the policy that a site asks consent for; null if consent is implied
 */
export function allowedPurposes(
  version: string | null,
  choice: ConsentChoice | null,
  privacyControl: boolean,
): ReadonlySet<Purpose> {
  const granted = isValid(version, choice) ? choice.granted : version === null ? categories : [];
  return new Set<Purpose>(['necessary', ...(privacyControl ? [] : granted)]);
}

/** Whether the visitor still has to choose. */
export const hasToChoose = (version: string | null, choice: ConsentChoice | null, privacyControl: boolean): boolean =>
  version !== null && !privacyControl && !isValid(version, choice);
