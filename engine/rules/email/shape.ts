/** The maximum length of an e-mail address in UTF-16 units (RFC 5321 §4.5.3.1, erratum 1690). */
export const longestEmail = 254;

/**
 * Matches the same texts as the simple pattern `^[^\s@]+@[^\s@]+\.[^\s@]+$`, which backtracks quadratically on a long run of
 * dots. Here only the first dot behind the first character of the domain counts, so that the time is linear.
 */
export const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Whether a text has the shape of an e-mail address and at most 254 UTF-16 units. */
export const isEmail = (text: string): boolean => text.length <= longestEmail && emailShape.test(text);
