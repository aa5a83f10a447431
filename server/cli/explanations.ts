/** What each code of `funnel check` means, with an example: generated from the catalogues and their fixtures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { packageFolder } from '../package-folder.ts';

/** An example of a mistake, as the check reports it. */
export interface MistakeExplanation {
  readonly severity: AuthorProblem['severity'];
  readonly title: string;
  readonly message: string;
  readonly hint?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly frame: string;
  /** The same lines without the mistake. */
  readonly correction?: string;
}

/** The path of the explanations in the package. */
export const explanationsFile = 'schemas/generated/mistakes.json';

let known: Readonly<Record<string, MistakeExplanation>> | null = null;

/** Every explanation, by code. */
export function explanations(): Readonly<Record<string, MistakeExplanation>> {
  known ??= JSON.parse(readFileSync(join(packageFolder, explanationsFile), 'utf8')) as Record<
    string,
    MistakeExplanation
  >;
  return known;
}

/** How to accept a warning or a note. */
export const acceptance = (code: string): string => `# accept ${code}: the reason`;

/** An explanation as Markdown. */
export function explanationMarkdown(
  code: string,
  { message, hint, file, frame, correction, severity }: MistakeExplanation,
): string {
  const block = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\``;
  return [
    message,
    ...(hint === undefined ? [] : [hint]),
    ...(frame === '' ? [] : [`An example, in \`${file}\`:`, block(frame)]),
    ...(correction === undefined ? [] : ['Without the mistake:', block(correction, 'yaml')]),
    ...(severity !== 'error'
      ? [`To accept the ${severity}, write above its line:`, block(acceptance(code), 'yaml')]
      : []),
  ].join('\n\n');
}
