/** The gate of publications for continuous integration: SARIF, JUnit, and Markdown. */
import type { PublishFinding, PublishReport } from '../impact/gate.ts';
import { findingLines, placeOfEdit, proofText, ruleText } from '../impact/gate-text.ts';
import { isExceeded, type PublishRule, ruleSubjects } from '../impact/rules.ts';
import { junitSuite } from './junit.ts';
import { sarifOf } from './sarif.ts';

const tool = 'funnel impact --gate';

const exceededRules = ({ exceeded }: PublishReport): ReadonlySet<PublishRule> =>
  new Set(exceeded.map(({ rule }) => rule));

/** Findings that an edit causes. Those of `unprovenVisits` are of no edit. */
const ofEdits = ({ findings }: PublishReport): readonly PublishFinding[] =>
  findings.filter(({ rule }) => rule !== 'unprovenVisits');

/**
 * A result for each line that causes something: an error where a rule is exceeded, a note where it is allowed.
 * @param folder of the edited definitions
 */
export function gateSarif(report: PublishReport, folder: string): Record<string, unknown> {
  const exceeded = exceededRules(report);
  const nowhere = [{ file: 'site.yaml', line: 1, column: 1, isBefore: false }];
  const results = ofEdits(report).flatMap((finding) =>
    (finding.causes.length === 0 ? nowhere : finding.causes).map((cause) => ({
      ...{ code: finding.rule, severity: exceeded.has(finding.rule) ? ('error' as const) : ('note' as const) },
      ...{ file: cause.file, line: cause.line, column: cause.column },
      message: [
        ...findingLines({ ...finding, causes: [] }),
        ...(cause.isBefore ? [`Removed: ${placeOfEdit(cause)}`] : []),
      ]
        .map((line) => line.trim())
        .join(' — '),
    })),
  );
  return sarifOf(results, [], folder, {
    name: tool,
    rule: (id) => ({ id, shortDescription: { text: `How many ${ruleSubjects[id as PublishRule]}` } }),
  });
}

/** A test for each rule of `publish`. */
export function gateJunit(report: PublishReport): string {
  return junitSuite(
    tool,
    report.counts.map((count) => ({
      group: 'publish',
      name: count.rule,
      outcome: isExceeded(count)
        ? {
            ...{ kind: 'failure' as const, message: ruleText(count) },
            text: report.findings
              .filter(({ rule }) => rule === count.rule)
              .flatMap(findingLines)
              .join('\n'),
          }
        : null,
    })),
  );
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The rules and the lines of edits, above what `impact` prints as Markdown. */
export function gateMarkdown(report: PublishReport): string {
  const { exceeded, counts } = report;
  const title =
    exceeded.length === 0 ? 'may be published' : `exceeds ${exceeded.map(({ rule }) => `\`${rule}\``).join(', ')}`;
  const rules = counts
    .filter(({ count }) => count > 0)
    .map(
      (each) =>
        `| ${isExceeded(each) ? '❌' : '✅'} | \`${each.rule}\` | ${each.count} of ${each.of} | ${each.allowed} |`,
    );
  const findings = ofEdits(report).map(
    ({ rule, where, change, count, causes }) =>
      `| ${count} | \`${rule}\` | ${cell(where)}: ${cell(change)} | ${causes.map((each) => `\`${placeOfEdit(each)}\``).join(', ')} |`,
  );
  return [
    ...[`### This edit ${title}`, '', proofText(report)],
    ...(rules.length === 0 ? [] : ['', '| | rule | found | allowed |', '|---|---|---:|---:|', ...rules]),
    ...(findings.length === 0 ? [] : ['', '| found | rule | what differs | edit |', '|---:|---|---|---|', ...findings]),
  ].join('\n');
}
