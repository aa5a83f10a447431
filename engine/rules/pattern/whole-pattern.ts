/** The source of a regular expression in Unicode mode that matches a whole text, like HTML's `pattern` attribute. */
export const wholePattern = (pattern: string): string => `^(?:${pattern})$`;
