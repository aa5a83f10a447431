/** The messages that follow a submission. */
import { hash } from 'node:crypto';
import type { Purpose } from '../../engine/consent/consent.ts';
import type { IntakeDefinition } from '../../engine/definition.ts';
import { purposeOf } from '../../engine/deliveries/kinds.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { OutboxEntry } from '../store/types.ts';
import { type MessageSource, messagePayload } from './payloads.ts';

/** What decides whether a message is sent. */
export interface Permissions {
  /** The purposes for which the visitor's data may be used. */
  readonly purposes: ReadonlySet<Purpose>;
  /** The visitor whose later withdrawal cancels waiting messages. */
  readonly visitor: string | null;
  /** Whether a destination has all of its settings. */
  readonly isConfigured: (destination: string) => boolean;
}

export interface Messages {
  readonly entries: readonly OutboxEntry[];
  /** Whether each delivery of the intake is on its way, by name. */
  readonly onTheirWay: Readonly<Record<string, boolean>>;
}

/** No messages: for an intake without deliveries, or one that does not store its submissions. */
export const noMessages = ({ deliver }: Pick<IntakeDefinition, 'deliver'>): Messages => ({
  entries: [],
  onTheirWay: Object.fromEntries(Object.keys(deliver).map((name) => [name, false])),
});

/** The messages that an intake sends after a submission. */
export function messagesOf(
  { id, deliver }: Pick<IntakeDefinition, 'id' | 'deliver'>,
  source: MessageSource,
  { purposes, visitor, isConfigured }: Permissions,
): Messages {
  const entries: OutboxEntry[] = [];
  const onTheirWay: Record<string, boolean> = {};
  for (const [name, delivery] of Object.entries(deliver)) {
    onTheirWay[name] = false;
    if (delivery.when !== undefined && source.evaluate(delivery.when) !== true) continue;
    const payload = messagePayload(delivery, source, purposes);
    if (payload === null) continue;
    const purpose = purposeOf(delivery);
    const status = !purposes.has(purpose)
      ? 'withheld'
      : isConfigured(delivery.destination)
        ? 'waiting'
        : 'unconfigured';
    onTheirWay[name] = status === 'waiting';
    const dedupeKey = delivery.once === undefined ? null : `${id}:${name}:${hashOf(source.evaluate(delivery.once))}`;
    entries.push({
      ...{ delivery: name, destination: delivery.destination, kind: delivery.kind, purpose, visitor },
      ...{ dedupeKey, status, payload },
    });
  }
  return { entries, onTheirWay };
}

const hashOf = (value: Parameters<typeof canonicalJson>[0]): string =>
  hash('sha256', canonicalJson(value)).slice(0, 32);

/** The id of a submission, the same for each repetition of its key. */
export const submissionId = (intake: string, key: string): string =>
  hash('sha256', `submission ${intake} ${key}`).slice(0, 32);
