/** Formats what an edit would have changed: as text, as Markdown for a pull request, as one object for `--json`. */

import { type ImpactVerdict, impactVerdicts } from '../../engine/trace/impact.ts';
import { countOf } from '../../engine/values/count-of.ts';
import { type LeadImpact, type LeadVerdict, leadGroups } from './leads.ts';
import type { VisitImpact } from './visits.ts';

/** Visits that meet the same change. */
export interface ChangeGroup {
  readonly verdict: ImpactVerdict;
  readonly flow: string;
  readonly screen: string;
  readonly change: string;
  readonly count: number;
  /** The first traces, to replay. */
  readonly traces: readonly string[];
}

const shownTraces = 3;

const labels: Readonly<Record<ImpactVerdict, string>> = {
  refused: 'a form or an answer that was accepted is refused',
  stuck: 'what the visitor did is not possible any more',
  asked: 'is first asked something else',
  elsewhere: 'ends on another screen or address',
  changed: 'ends the same, something sent or computed differs',
  words: 'other words only',
  same: 'unchanged',
  incomparable: 'not comparable',
};
const order = impactVerdicts;
/** The verdicts that an author has to look at. */
const grave: ReadonlySet<ImpactVerdict> = new Set<ImpactVerdict>([
  ...(['refused', 'stuck', 'asked', 'elsewhere', 'changed'] as const),
]);

export const isGrave = ({ impact }: VisitImpact): boolean => impact !== null && grave.has(impact.verdict);

export const verdictCounts = (visits: readonly VisitImpact[]): ReadonlyMap<ImpactVerdict, number> =>
  new Map(order.map((verdict) => [verdict, visits.filter(({ impact }) => impact?.verdict === verdict).length]));

/** The changes, the gravest first, then the most frequent. */
export function changeGroups(visits: readonly VisitImpact[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup & { count: number; traces: string[] }>();
  for (const visit of visits) {
    if (visit.impact === null || visit.impact.verdict === 'same') continue;
    const { verdict, at, change, words } = visit.impact;
    // They are listed by themselves.
    if (verdict === 'words' && words.length > 0) continue;
    const screen = at?.screen ?? '';
    const key = JSON.stringify([verdict, visit.flow, screen, change]);
    const group = groups.get(key) ?? { verdict, flow: visit.flow, screen, change, count: 0, traces: [] };
    group.count += 1;
    if (group.traces.length < shownTraces) group.traces.push(visit.name);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict) || other.count - one.count,
  );
}

/** A text that visitors would read otherwise, counted apart from other changes. */
export interface WordGroup {
  readonly flow: string;
  /** Null for a text that is not of one step. */
  readonly step: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly count: number;
}

/** The changed texts, the most read first. */
export function wordGroups(visits: readonly VisitImpact[]): WordGroup[] {
  const groups = new Map<string, WordGroup & { count: number }>();
  for (const visit of visits)
    for (const { step, before, after } of visit.impact?.words ?? []) {
      const flow = visit.error === null ? visit.flow : '';
      const key = JSON.stringify([flow, step, before, after]);
      const group = groups.get(key) ?? { flow, step, before, after, count: 0 };
      group.count += 1;
      groups.set(key, group);
    }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

const wordText = ({ before, after }: WordGroup): string =>
  `${before === null ? 'new' : JSON.stringify(before)} → ${after === null ? 'removed' : JSON.stringify(after)}`;

const wordPlace = ({ flow, step }: WordGroup): string => (step === null ? flow : `${flow}, ${step}`);

const placeText = ({ flow, screen }: ChangeGroup): string => (screen === '' ? flow : `${flow}, ${screen}`);

const leadSummary = ({ leads, numbers }: LeadImpact): string =>
  [
    `${numbers.refused} of ${countOf(leads, 'stored lead')} refused`,
    ...(numbers.elsewhere === 0 ? [] : [`${numbers.elsewhere} sent to another address`]),
    ...(numbers.changed === 0 ? [] : [`${numbers.changed} answered or computed otherwise`]),
  ].join(', ');

const leadLabels: Readonly<Record<LeadVerdict, string>> = {
  refused: 'refused',
  elsewhere: 'sent to another address',
  changed: 'answered or computed otherwise',
};

function summaryText(visits: readonly VisitImpact[], leads: LeadImpact | null): string {
  const changed = visits.filter(isGrave).length;
  const parts = [
    ...(visits.length === 0 ? [] : [`${changed} of ${countOf(visits.length, 'visit')} changed`]),
    ...(leads === null ? [] : [leadSummary(leads)]),
  ];
  return `${parts.join(', ')}.`;
}

const unreadable = (visits: readonly VisitImpact[]): string[] =>
  visits.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]));

/** Formats the impact as text. */
export function describeImpact(visits: readonly VisitImpact[], leads: LeadImpact | null): string {
  const lines: string[] = [];
  for (const [verdict, number] of verdictCounts(visits))
    if (number > 0) lines.push(`${String(number).padStart(6)}  ${labels[verdict]}`);
  const groups = changeGroups(visits);
  for (const group of groups)
    lines.push(
      '',
      `${countOf(group.count, 'visit')}, ${placeText(group)}: ${labels[group.verdict]}`,
      `  ${group.change}`,
      `  such as ${group.traces.join(', ')}`,
    );
  const words = wordGroups(visits);
  if (words.length > 0) lines.push('', `${countOf(words.length, 'text')} changed`);
  for (const group of words) lines.push(`  ${countOf(group.count, 'visit')}, ${wordPlace(group)}: ${wordText(group)}`);
  for (const { verdict, collection, reason, count: number, ids } of leads === null ? [] : leadGroups(leads))
    lines.push(
      '',
      `${countOf(number, 'lead')} of ${collection} ${leadLabels[verdict]}`,
      `  ${reason}`,
      `  such as ${ids.join(', ')}`,
    );
  return [...lines, '', ...unreadable(visits), summaryText(visits, leads)].join('\n').trimStart();
}

const code = (text: string): string => `\`${text.replaceAll('`', '’')}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Formats the impact as Markdown. */
export function impactMarkdown(visits: readonly VisitImpact[], leads: LeadImpact | null): string {
  const lines = ['## What this edit changes for recorded visits', '', summaryText(visits, leads), ''];
  if (visits.length > 0) lines.push('| visits | outcome |', '|---:|---|');
  for (const [verdict, number] of verdictCounts(visits))
    if (number > 0) lines.push(`| ${number} | ${grave.has(verdict) ? `**${labels[verdict]}**` : labels[verdict]} |`);
  const groups = changeGroups(visits);
  if (groups.length > 0) {
    lines.push('', '| visits | where | what differs | such as |', '|---:|---|---|---|');
    for (const group of groups)
      lines.push(
        `| ${group.count} | ${code(placeText(group))} | ${labels[group.verdict]}: ${cell(group.change)} | ${group.traces.map(code).join(', ')} |`,
      );
  }
  const words = wordGroups(visits);
  if (words.length > 0) {
    lines.push('', '| visits | where | other words |', '|---:|---|---|');
    for (const group of words) lines.push(`| ${group.count} | ${code(wordPlace(group))} | ${cell(wordText(group))} |`);
  }
  const groupsOfLeads = leads === null ? [] : leadGroups(leads);
  if (groupsOfLeads.length > 0) {
    lines.push('', '| leads | collection | what differs | such as |', '|---:|---|---|---|');
    for (const { verdict, collection, reason, count: number, ids } of groupsOfLeads)
      lines.push(
        `| ${number} | ${code(collection)} | ${leadLabels[verdict]}: ${cell(reason)} | ${ids.map(code).join(', ')} |`,
      );
  }
  const faulty = unreadable(visits);
  if (faulty.length > 0) lines.push('', ...faulty.map((line) => `- ${line}`));
  return lines.join('\n');
}

/** The impact as one object. */
export const impactJson = (visits: readonly VisitImpact[], leads: LeadImpact | null) => ({
  visits: visits.length,
  outcomes: Object.fromEntries(verdictCounts(visits)),
  changes: changeGroups(visits),
  words: wordGroups(visits),
  unreadable: unreadable(visits),
  leads,
});
