/** Which stored leads the intakes of edited definitions would refuse. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { type IntakeRules, prepareAcceptance } from '../../engine/intakes/accept.ts';
import { formMessages, messagesFor } from '../../engine/messages/catalogue.ts';
import type { EditMapping } from '../../engine/trace/mapping.ts';
import type { Lead } from '../store/types.ts';

/** Leads that meet the same refusal. It contains no value of a lead. */
export interface RefusedLeads {
  readonly collection: string;
  /** The field, and the message that the visitor would have read. */
  readonly reason: string;
  readonly count: number;
  /** The first ids. */
  readonly ids: readonly string[];
}

export interface LeadImpact {
  /** Leads that today's definitions accept. */
  readonly leads: number;
  readonly refused: readonly RefusedLeads[];
}

const shownIds = 3;

/** The validation of each intake of a site, prepared when it is first needed. */
function acceptances(site: SiteDefinition): (intake: string) => IntakeRules | null {
  const [texts, messages] = [formMessages(site.site), messagesFor(site.site)];
  const prepared = new Map<string, IntakeRules | null>();
  return (id) => {
    const known = prepared.get(id);
    if (known !== undefined) return known;
    const intake = Object.hasOwn(site.intakes, id) ? site.intakes[id] : undefined;
    const made = intake === undefined ? null : prepareAcceptance(site, intake, texts, messages);
    prepared.set(id, made);
    return made;
  };
}

/**
 * Validates stored leads again. Those that today's definitions would refuse as well do not count.
 * @param leads every stored lead
 */
export async function impactOnLeads(
  leads: AsyncIterable<Lead>,
  today: SiteDefinition,
  edited: SiteDefinition,
  { renamed, removed }: EditMapping,
): Promise<LeadImpact> {
  const [before, after] = [acceptances(today), acceptances(edited)];
  const fields = new Map(Object.entries(renamed.fields).map(([from, to]) => [from.split('.')[1] as string, to]));
  const dropped = new Set(removed.fields.map((name) => name.split('.')[1]));
  const found = new Map<string, { collection: string; reason: string; count: number; ids: string[] }>();
  let count = 0;
  for await (const { id, intake, collection, data } of leads) {
    if (before(intake)?.accept(data).ok !== true) continue;
    count += 1;
    const acceptance = after(intake);
    const values = Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => (dropped.has(name) ? [] : [[fields.get(name) ?? name, value]])),
    );
    const verdict = acceptance?.accept(values) ?? null;
    if (verdict?.ok === true) continue;
    const reasons =
      verdict === null
        ? [`The intake ${intake} does not exist any more.`]
        : Object.entries(verdict.errors).map(([field, message]) => `${field}: ${message}`);
    for (const reason of reasons) {
      const key = `${collection} ${reason}`;
      const group = found.get(key) ?? { collection, reason, count: 0, ids: [] };
      group.count += 1;
      if (group.ids.length < shownIds) group.ids.push(id);
      found.set(key, group);
    }
  }
  return { leads: count, refused: [...found.values()].sort((one, other) => other.count - one.count) };
}
