/** `1 visit`, `2 visits`. */
export const countOf = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
