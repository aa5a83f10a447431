/** Formats what an edit would have changed: as text, as Markdown for a pull request, as one object for `--json`. */

import type { Impact, ImpactVerdict } from '../../engine/trace/impact.ts';
import type { LeadImpact } from './impact-leads.ts';
import { countOf } from './lines.ts';

/** The impact on one visit, or the reason why its trace cannot be read. */
export type VisitImpact =
  | { readonly name: string; readonly flow: string; readonly impact: Impact; readonly error: null }
  | { readonly name: string; readonly impact: null; readonly error: string };

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
  elsewhere: 'ends on another screen or address',
  changed: 'ends the same, something sent or computed differs',
  words: 'other words only',
  same: 'unchanged',
  incomparable: 'not comparable',
};
const order = Object.keys(labels) as readonly ImpactVerdict[];
/** The verdicts that an author has to look at. */
const grave: ReadonlySet<ImpactVerdict> = new Set<ImpactVerdict>(['refused', 'stuck', 'elsewhere', 'changed']);

export const isGrave = ({ impact }: VisitImpact): boolean => impact !== null && grave.has(impact.verdict);

export const verdictCounts = (visits: readonly VisitImpact[]): ReadonlyMap<ImpactVerdict, number> =>
  new Map(order.map((verdict) => [verdict, visits.filter(({ impact }) => impact?.verdict === verdict).length]));

/** The changes, the gravest first, then the most frequent. */
export function changeGroups(visits: readonly VisitImpact[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup & { count: number; traces: string[] }>();
  for (const visit of visits) {
    if (visit.impact === null || visit.impact.verdict === 'same') continue;
    const { verdict, at, change, words } = visit.impact;
    const [first] = words;
    const text =
      verdict === 'words' && first !== undefined
        ? `${JSON.stringify(first.recorded ?? null)} → ${JSON.stringify(first.replayed ?? null)}`
        : change;
    const screen = at?.screen ?? '';
    const key = JSON.stringify([verdict, visit.flow, screen, text]);
    const group = groups.get(key) ?? { verdict, flow: visit.flow, screen, change: text, count: 0, traces: [] };
    group.count += 1;
    if (group.traces.length < shownTraces) group.traces.push(visit.name);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict) || other.count - one.count,
  );
}

const placeText = ({ flow, screen }: ChangeGroup): string => (screen === '' ? flow : `${flow}, ${screen}`);

function summaryText(visits: readonly VisitImpact[], leads: LeadImpact | null): string {
  const changed = visits.filter(isGrave).length;
  const refused = leads?.refused.reduce((sum, each) => sum + each.count, 0) ?? 0;
  const parts = [
    ...(visits.length === 0 ? [] : [`${changed} of ${countOf(visits.length, 'visit')} changed`]),
    ...(leads === null ? [] : [`${refused} of ${countOf(leads.leads, 'stored lead')} refused`]),
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
  for (const { collection, reason, count: number, ids } of leads?.refused ?? [])
    lines.push('', `${countOf(number, 'lead')} of ${collection} refused`, `  ${reason}`, `  such as ${ids.join(', ')}`);
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
  if ((leads?.refused.length ?? 0) > 0) {
    lines.push('', '| leads | collection | refused because of | such as |', '|---:|---|---|---|');
    for (const { collection, reason, count: number, ids } of leads?.refused ?? [])
      lines.push(`| ${number} | ${code(collection)} | ${cell(reason)} | ${ids.map(code).join(', ')} |`);
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
  unreadable: unreadable(visits),
  leads,
});
