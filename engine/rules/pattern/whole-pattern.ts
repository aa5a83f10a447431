/**
 * The source of a regular expression in Unicode mode that matches a whole text, like HTML's `pattern` attribute.
 * @param cap the field's length limit. Yup runs every test, so the pattern itself has to skip a text that is over it.
 */
export const wholePattern = (pattern: string, cap: number | undefined): string =>
  `^${cap === undefined ? '' : `(?=[^]{0,${cap}}$)`}(?:${pattern})$`;
