/** The messages of a submission, as they are stored with it: each is a row, whose payload is made when it is sent. */
import { hash } from 'node:crypto';
import type { Purpose } from '../../engine/consent/consent.ts';
import type { IntakeDefinition } from '../../engine/definition.ts';
import { purposeOf } from '../../engine/deliveries/kinds.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import { computingFault } from './computation-fault.ts';
import type { DueMessages, DueStatus } from './due.ts';
import { describesBrowser, type MessageSender } from './payloads.ts';
import type { StoredPlan } from './plan.ts';

/** A message that follows a submission. */
export interface OutboxEntry {
  /** Name of the delivery in its intake. */
  readonly delivery: string;
  /** Id of the destination in the site. */
  readonly destination: string;
  /** The connector that sends it. */
  readonly kind: string;
  readonly purpose: Purpose;
  /** The visitor whose consent it depends on, if known. */
  readonly visitor: string | null;
  /**
   * A destination gets each dedupe key once; later entries with it are dropped, also those of other submissions. Null:
   * once per submission.
   */
  readonly dedupeKey: string | null;
  /** `dead`: its key cannot be computed, for the reason in `lastError`. */
  readonly status: DueStatus | 'dead';
  readonly lastError: string | null;
  /** The version of the definitions that its payload is made by. */
  readonly plan: StoredPlan;
  /** What its payload has besides the record; null for a kind without it. */
  readonly sender: MessageSender | null;
}

/** What the messages of a submission have in common. */
export interface EntrySource extends Pick<OutboxEntry, 'plan' | 'visitor'> {
  readonly sender: MessageSender;
  /** Evaluates an expression over the submission. */
  readonly evaluate: (code: Code) => Json;
}

const hashOf = (value: Json): string => hash('sha256', canonicalJson(value)).slice(0, 32);

/** The messages of a submission, in the order of the definitions. */
export function messageEntries(
  { id, deliver }: Pick<IntakeDefinition, 'id' | 'deliver'>,
  due: DueMessages,
  { plan, visitor, sender, evaluate }: EntrySource,
): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  for (const [delivery, definition] of Object.entries(deliver)) {
    if (!Object.hasOwn(due, delivery)) continue;
    const { destination, kind, once } = definition;
    const entry = {
      ...{ delivery, destination, kind, purpose: purposeOf(definition), visitor, plan },
      sender: describesBrowser(kind) ? sender : null,
    };
    try {
      const same = once === undefined ? null : evaluate(once);
      // An empty value is nobody's, so that the message is one of its own.
      const dedupeKey = same === null || same === '' ? null : `${id}:${delivery}:${hashOf(same)}`;
      entries.push({ ...entry, dedupeKey, status: due[delivery] as DueStatus, lastError: null });
    } catch (error) {
      // The loader proves that expressions have a value, so this is a mistake of the engine; it must stop no other message.
      entries.push({ ...entry, dedupeKey: null, status: 'dead', lastError: computingFault(error) });
    }
  }
  return entries;
}
