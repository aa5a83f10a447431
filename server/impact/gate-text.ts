/** What the gate of publications says: for a terminal, a log, and continuous integration. */
import { countOf } from '../../engine/values/count-of.ts';
import type { EditPlace } from './causes.ts';
import type { PublishFinding, PublishReport } from './gate.ts';
import { type RuleCount, ruleSubjects } from './rules.ts';

/** `file:line:col` of an edit. */
export const placeOfEdit = ({ file, line, column, isBefore }: EditPlace): string =>
  `${file}:${line}:${column}${isBefore ? ' of the version before' : ''}`;

/** One rule with what was found: `lostLeads: 3 of 120 leads would be refused; 0 are allowed.` */
export const ruleText = ({ rule, allowed, count, of }: RuleCount): string =>
  `${rule}: ${count} of ${of} ${ruleSubjects[rule]}; ${allowed} ${allowed === 1 ? 'is' : 'are'} allowed.`;

/** How much the recordings prove. */
export function proofText({ visits, leads, share }: PublishReport): string {
  const parts = [
    visits.all === 0
      ? 'No recorded visit was replayed'
      : `${visits.compared} of ${countOf(visits.all, 'recorded visit')} compared`,
    ...(visits.unproven === 0
      ? []
      : [`${visits.unproven} prove nothing, because they cannot be read or differ from the live version already`]),
    ...(visits.partial === 0 ? [] : [`${visits.partial} were replayed in part, because steps are missing or masked`]),
    ...(share === null || share === 1 ? [] : [`of all visits ${Math.round(share * 10_000) / 100}% are recorded`]),
    leads === null ? 'no stored lead was judged' : `${countOf(leads, 'stored lead')} judged`,
  ];
  return `${parts.join('; ')}.`;
}

/** A finding with its examples and the lines of its edits. */
export const findingLines = ({ where, change, count, examples, causes, rule }: PublishFinding): string[] => [
  `${countOf(count, rule.endsWith('Leads') ? 'lead' : 'visit')}, ${where}: ${change}`,
  ...(causes.length === 0 ? [] : [`  by ${causes.map(placeOfEdit).join(', ')}`]),
  `  such as ${examples.join(', ')}`,
];

/** Findings of the rules that are exceeded. */
export function refusedFindings({ findings, exceeded }: PublishReport): readonly PublishFinding[] {
  const rules = new Set(exceeded.map(({ rule }) => rule));
  return findings.filter(({ rule }) => rules.has(rule));
}

/** The report as text. */
export function gateText(report: PublishReport): string {
  const { exceeded } = report;
  return [
    ...exceeded.map(ruleText),
    ...refusedFindings(report).flatMap((finding) => ['', ...findingLines(finding)]),
    ...(exceeded.length === 0 ? [] : ['']),
    proofText(report),
  ].join('\n');
}
