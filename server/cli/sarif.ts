import { pathToFileURL } from 'node:url';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { AcceptedProblem } from '../../engine/load/acceptances.ts';
import { explanationMarkdown, explanations } from './explanations.ts';

/** The tool that found the problems. */
export interface SarifDriver {
  readonly name: string;
  /** A rule of SARIF for a code. */
  readonly rule: (code: string) => Record<string, unknown>;
}

/**
 * Converts problems to a SARIF 2.1.0 log (OASIS), which code hosts show next to the changed lines.
 * @param accepted warnings that their author has accepted: results with a suppression
 * @param folder the folder that the problems' paths are relative to
 * @param driver the tool, and what it says about a code
 */
export function sarifOf(
  problems: readonly Omit<AuthorProblem, 'frame'>[],
  accepted: readonly AcceptedProblem[],
  folder: string,
  driver: SarifDriver = { name: 'funnel check', rule: ruleOf },
): Record<string, unknown> {
  const all: readonly (Omit<AuthorProblem, 'frame'> & { readonly reason?: string })[] = [...problems, ...accepted];
  const codes = [...new Set(all.map((problem) => problem.code))].sort();
  const base = pathToFileURL(folder).href;
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: driver.name, rules: codes.map(driver.rule) },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { FUNNELS: { uri: base.endsWith('/') ? base : `${base}/` } },
        results: all.map((problem) => ({
          ruleId: problem.code,
          ruleIndex: codes.indexOf(problem.code),
          level: problem.severity,
          message: { text: problem.hint === undefined ? problem.message : `${problem.message} ${problem.hint}` },
          ...(problem.reason === undefined
            ? {}
            : { suppressions: [{ kind: 'inSource', justification: problem.reason }] }),
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: problem.file.split('/').map(encodeURIComponent).join('/'),
                  uriBaseId: 'FUNNELS',
                },
                region: {
                  startLine: problem.line,
                  startColumn: problem.column,
                  endColumn: problem.column + (problem.length ?? 1),
                },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** A rule with its documentation, which code hosts show beside a result. */
function ruleOf(id: string): Record<string, unknown> {
  const explanation = explanations()[id];
  if (explanation === undefined) return { id };
  const { severity, title } = explanation;
  const markdown = explanationMarkdown(id, explanation);
  return {
    id,
    shortDescription: { text: title },
    help: { text: markdown.replaceAll(/^```.*\n?/gm, ''), markdown },
    defaultConfiguration: { level: severity },
  };
}
