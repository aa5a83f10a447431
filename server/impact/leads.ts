/** What the intakes of edited definitions would answer to the stored leads. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { withoutLists } from '../../engine/forms/entries.ts';
import { formsOfIntake } from '../../engine/intakes/accept.ts';
import { createIntakeAnswers, type IntakeAnswer } from '../../engine/intakes/answers.ts';
import { verifiedValues } from '../../engine/intakes/scope.ts';
import { equalJson } from '../../engine/trace/differences.ts';
import { withoutQuery } from '../../engine/trace/ending.ts';
import type { EditMapping } from '../../engine/trace/mapping.ts';
import type { Json } from '../../schemas/compiled.ts';
import { redirectOf } from '../intakes/redirect.ts';
import type { Lead } from '../store/types.ts';

/** `changed`: the intake answers, or computes, something else. */
export type LeadVerdict = 'refused' | 'elsewhere' | 'changed';

/** Leads that meet the same change. It contains no value of a lead. */
export interface ChangedLeads {
  readonly verdict: LeadVerdict;
  readonly collection: string;
  /** What differs: the field and the message that the visitor would have read, or the address. */
  readonly reason: string;
  readonly count: number;
  /** The first ids. */
  readonly ids: readonly string[];
}

export interface LeadImpact {
  /** Leads that today's definitions accept. */
  readonly leads: number;
  /** How many leads have a change of each kind. */
  readonly numbers: Readonly<Record<LeadVerdict, number>>;
  readonly refused: readonly ChangedLeads[];
  readonly elsewhere: readonly ChangedLeads[];
  readonly changed: readonly ChangedLeads[];
}

/** All changes, the gravest first. */
export const leadGroups = ({ refused, elsewhere, changed }: LeadImpact): readonly ChangedLeads[] => [
  ...refused,
  ...elsewhere,
  ...changed,
];

const shownIds = 3;

type Data = Readonly<Record<string, Json>>;

/** An answer with what the server computed by itself, which the visitor's page would compute again. */
interface AnswerCheck {
  readonly answer: IntakeAnswer;
  /** The names of the computed values, if what was stored of them is not what is computed now. */
  readonly recomputed: readonly string[];
}

/**
 * Answers stored values as if they were sent again.
 * @returns null if the site has no such intake; an intake that is closed in this phase answers only where `isEverOpen`
 */
function answersFor(site: SiteDefinition, isEverOpen: boolean) {
  const answers = createIntakeAnswers(site, redirectOf, isEverOpen);
  return (id: string, data: Data): AnswerCheck | null => {
    const intake = Object.hasOwn(site.intakes, id) ? site.intakes[id] : undefined;
    if (intake === undefined) return null;
    const answerTo = (payload: Data) => answers.answer({ method: intake.method, path: intake.path, payload });
    const answer = answerTo(data);
    const computed = intake.verify?.values ?? [];
    if (answer.status === 200 || answer.code !== 'forged') return { answer, recomputed: [] };
    // The visitor's page computes with the edited flow, too, and sends what it computes.
    const given = Object.fromEntries(Object.entries(data).filter(([name]) => !computed.includes(name)));
    const fields = formsOfIntake(site, intake).flatMap((form) => form.fields);
    const values = verifiedValues(site, intake, withoutLists(fields, given) as Data);
    const again = values === null ? answer : answerTo({ ...data, ...values });
    if (again.status !== 200) return { answer: again, recomputed: [] };
    return { answer: again, recomputed: computed.filter((name) => !equalJson(values?.[name], data[name])) };
  };
}

type Change = Pick<ChangedLeads, 'verdict' | 'reason'>;

/** An address with the names of its parameters, whose values may be of the visitor. */
function shownAddress(address: Json | undefined): string {
  if (typeof address !== 'string') return 'nowhere';
  const [, query] = /\?([^#]*)/.exec(address) ?? [];
  const names = query === undefined ? [] : [...new URLSearchParams(query).keys()];
  return `${withoutQuery(address)}${names.length === 0 ? '' : `?${names.map((name) => `${name}=…`).join('&')}`}`;
}

function changesOf(before: IntakeAnswer, { answer, recomputed }: AnswerCheck): Change[] {
  if (answer.status !== 200) {
    const fields = Object.entries(answer.errors).map(([field, message]) => `${field}: ${message}`);
    const reasons = fields.length > 0 ? fields : [`${answer.status} ${answer.code}: ${answer.message}`];
    return reasons.map((reason) => ({ verdict: 'refused', reason }));
  }
  if (before.status !== 200) return [];
  const names = new Set([...Object.keys(before.body), ...Object.keys(answer.body)]);
  return [
    ...recomputed.map((name): Change => ({ verdict: 'changed', reason: `${name}: another value is computed.` })),
    ...[...names].flatMap((name): Change[] => {
      const [was, is] = [before.body[name], answer.body[name]];
      // A `message` is a text for the visitor. It may be another one.
      if (equalJson(was, is) || name === 'message') return [];
      if (name !== 'redirectUrl') return [{ verdict: 'changed', reason: `${name}: another value is answered.` }];
      const [then, now] = [shownAddress(was), shownAddress(is)];
      const text = then === now ? `${now}, with other values` : `${now}, not to ${then}`;
      return [{ verdict: 'elsewhere', reason: `It is sent to ${text}.` }];
    }),
  ];
}

/**
 * Sends stored leads to the edited intakes. What today's definitions would do as well does not count.
 * @param leads every stored lead
 */
export async function impactOnLeads(
  leads: AsyncIterable<Lead>,
  today: SiteDefinition,
  edited: SiteDefinition,
  { renamed, removed }: EditMapping,
): Promise<LeadImpact> {
  const pairOf = (isEverOpen: boolean) => ({
    before: answersFor(today, isEverOpen),
    after: answersFor(edited, isEverOpen),
  });
  const [now, open] = [pairOf(false), pairOf(true)];
  const fields = new Map(Object.entries(renamed.fields).map(([from, to]) => [from.split('.')[1] as string, to]));
  const dropped = new Set(removed.fields.map((name) => name.split('.')[1]));
  const found = new Map<string, ChangedLeads & { count: number; ids: string[] }>();
  const numbers: Record<LeadVerdict, number> = { refused: 0, elsewhere: 0, changed: 0 };
  let count = 0;
  for await (const { id, intake, collection, data } of leads) {
    let pair = now;
    let before = pair.before(intake, data)?.answer;
    if (before !== undefined && before.status !== 200 && before.code === 'closed') {
      // It was stored in a phase in which the intake was open.
      pair = open;
      before = pair.before(intake, data)?.answer;
    }
    if (before?.status !== 200) continue;
    count += 1;
    const values = Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => (dropped.has(name) ? [] : [[fields.get(name) ?? name, value]])),
    );
    const judged = pair.after(intake, values);
    const changes =
      judged === null
        ? [{ verdict: 'refused' as const, reason: `The intake ${intake} does not exist any more.` }]
        : changesOf(before, judged);
    for (const verdict of new Set(changes.map((each) => each.verdict))) numbers[verdict] += 1;
    for (const { verdict, reason } of changes) {
      const key = `${verdict} ${collection} ${reason}`;
      const group = found.get(key) ?? { verdict, collection, reason, count: 0, ids: [] };
      group.count += 1;
      if (group.ids.length < shownIds) group.ids.push(id);
      found.set(key, group);
    }
  }
  const groups = [...found.values()].sort((one, other) => other.count - one.count);
  const of = (verdict: LeadVerdict) => groups.filter((each) => each.verdict === verdict);
  return { leads: count, numbers, refused: of('refused'), elsewhere: of('elsewhere'), changed: of('changed') };
}
