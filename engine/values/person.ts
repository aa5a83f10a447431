/** The values by which networks recognize a person, in the normal form in which they are hashed. */

export interface PersonValues {
  /** E-mail address. */
  readonly em: string;
  /** Telephone number: digits. */
  readonly ph: string;
  /** First name. */
  readonly fn: string;
  /** Last name. */
  readonly ln: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Normalizes personal values: trimmed, lower-case e-mail and names; the digits of a phone; a last name from two words on. */
export function personValues({ email, phone, name }: Readonly<Record<string, unknown>>): PersonValues {
  const words = textOf(name).normalize('NFC').trim().toLowerCase().split(/\s+/).filter(Boolean);
  return {
    em: textOf(email).trim().toLowerCase(),
    ph: textOf(phone).replace(/\D/g, ''),
    fn: words[0] ?? '',
    ln: words.length > 1 ? (words.at(-1) as string) : '',
  };
}
