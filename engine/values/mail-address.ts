const sign = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const letters = '[\\p{L}\\p{M}\\p{N}]+(?:-+[\\p{L}\\p{M}\\p{N}]+)*';

/**
 * One e-mail address without a name, as a form takes it and a mail server accepts it: a `Dot-string` and a domain of RFC 5321
 * §4.1.2, with the letters of RFC 6531. Its time is linear in the text.
 */
export const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${sign}(?:\\.${sign})*@(?:${letters}\\.)+(?=\\p{L})${letters}$`,
  'u',
);

/** The maximum length of an e-mail address in UTF-16 units (RFC 5321 §4.5.3.1, erratum 1690). */
export const longestEmail = 254;

/** Whether a text is an e-mail address that a message can be sent to. */
export const isEmail = (text: string): boolean => text.length <= longestEmail && emailPattern.test(text);
