/** The maximum length of an e-mail address in UTF-16 units (RFC 5321 §4.5.3.1, erratum 1690). */
const LONGEST_ADDRESS = 254;

/** Whether a text matches the simple e-mail pattern `^[^\s@]+@[^\s@]+\.[^\s@]+$` and has at most 254 UTF-16 units. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && hasEmailShape(text);
}

/**
 * Matches the simple pattern, without the length limit. The regular expression backtracks quadratically on a long run
 * of dots, so this function searches for its parts, each in a single pass.
 */
export function hasEmailShape(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || text.includes('@', at + 1) || /\s/.test(text)) return false;
  // A dot with at least one character on each side of it, inside the domain.
  return text.slice(at + 2, -1).includes('.');
}
