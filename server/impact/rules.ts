/** The rules of `publish` in `site.yaml`: how much of each change a publication may cause. */
import type { ImpactVerdict } from '../../engine/trace/impact.ts';
import type { Allowance, PublishRules } from '../../schemas/generated/types.ts';
import type { LeadImpact, LeadVerdict } from './leads.ts';
import type { VisitImpact } from './visits.ts';

/** A rule that limits a number. */
export type PublishRule = Exclude<keyof PublishRules, 'visits' | 'leads'>;

/** All rules, with those that `site.yaml` leaves out. */
export type WholeRules = Required<PublishRules>;

/** The rules of a site that names none: nothing that a visitor did last week may fail, go elsewhere, or send something else. */
const standardRules: WholeRules = {
  visits: 10_000,
  leads: 10_000,
  lostLeads: 0,
  divertedLeads: 0,
  changedLeads: 0,
  strandedVisits: 0,
  interruptedVisits: 0,
  divertedVisits: 0,
  changedVisits: 0,
  // A version that visitors have for a day makes most visits of the week prove nothing.
  unprovenVisits: '100%',
};

export const wholeRules = (rules: PublishRules | undefined): WholeRules => ({ ...standardRules, ...rules });

/** What each rule counts, in a sentence about one or more of them. */
export const ruleSubjects: Readonly<Record<PublishRule, string>> = {
  lostLeads: 'leads would be refused',
  divertedLeads: 'leads would be sent to another address',
  changedLeads: 'leads would be answered or computed otherwise',
  strandedVisits: 'visits would be refused or stuck',
  interruptedVisits: 'visits would first be asked something else',
  divertedVisits: 'visits would end elsewhere',
  changedVisits: 'visits would send or compute something else',
  unprovenVisits: 'visits prove nothing',
};

export const publishRules = Object.keys(ruleSubjects) as readonly PublishRule[];

const visitRules: Readonly<Partial<Record<ImpactVerdict, PublishRule>>> = {
  refused: 'strandedVisits',
  stuck: 'strandedVisits',
  asked: 'interruptedVisits',
  elsewhere: 'divertedVisits',
  changed: 'changedVisits',
  incomparable: 'unprovenVisits',
};

const leadRules: Readonly<Record<LeadVerdict, PublishRule>> = {
  refused: 'lostLeads',
  elsewhere: 'divertedLeads',
  changed: 'changedLeads',
};

/** The rule that counts visits of a verdict; null for those that a publication may always cause. */
export const ruleOfVisit = (verdict: ImpactVerdict): PublishRule | null => visitRules[verdict] ?? null;
export const ruleOfLead = (verdict: LeadVerdict): PublishRule => leadRules[verdict];

/** How many visits or leads a rule has found. */
export interface RuleCount {
  readonly rule: PublishRule;
  readonly allowed: Allowance;
  readonly count: number;
  /** Of how many: the visits that were compared, or all for `unprovenVisits`; or the leads. */
  readonly of: number;
}

/** Whether a visit says nothing about the edit. */
export const isUnproven = ({ impact }: VisitImpact): boolean => impact === null || impact.verdict === 'incomparable';

/** Counts by the rules. @param leads null if none were judged */
export function countsByRule(
  rules: WholeRules,
  visits: readonly VisitImpact[],
  leads: LeadImpact | null,
): readonly RuleCount[] {
  const unproven = visits.filter(isUnproven).length;
  const counts = new Map<PublishRule, number>([['unprovenVisits', unproven]]);
  for (const { impact } of visits) {
    const rule = impact === null || impact.verdict === 'incomparable' ? null : ruleOfVisit(impact.verdict);
    if (rule !== null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  for (const [verdict, number] of Object.entries(leads?.numbers ?? {}))
    counts.set(ruleOfLead(verdict as LeadVerdict), number);
  return publishRules.map((rule) => ({
    ...{ rule, allowed: rules[rule], count: counts.get(rule) ?? 0 },
    of: rule.endsWith('Leads')
      ? (leads?.leads ?? 0)
      : rule === 'unprovenVisits'
        ? visits.length
        : visits.length - unproven,
  }));
}

/** Whether more were found than the rule allows. */
export function isExceeded({ allowed, count, of }: RuleCount): boolean {
  const most = typeof allowed === 'number' ? allowed : (of * Number(allowed.slice(0, -1))) / 100;
  return count > most;
}
