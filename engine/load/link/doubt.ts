/** Which names may be used although nothing is known to use them. */
import { namesInTexts } from '../source/unknown.ts';
import type { Draft } from './draft.ts';

/** Codes of errors about a name that leads nowhere, or that is missing where it is read. */
const aboutNames = /unknown|call-value-missing/;

/**
 * The names in what could not be read, and those that mistaken references may mean: the hint of such an error has the name
 * that is near, or all of them.
 */
export const doubtfulNames = ({ report, unknown }: Draft): Set<string> =>
  new Set([
    ...unknown,
    ...namesInTexts(
      report.problems
        .filter(({ severity, code }) => severity === 'error' && aboutNames.test(code))
        .map(({ message, hint = '' }) => `${message} ${hint}`),
    ),
  ]);
