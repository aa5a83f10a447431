/** The entries of stored submissions, and of the messages that follow them. */
import type { DeliveryAttempt, OutboxMessage, StoredRecord, StoreReader } from '../store/types.ts';
import { entryAt, type TimelineEntry } from './entry.ts';

const attempted: Readonly<Record<DeliveryAttempt['outcome'], string>> = {
  delivered: 'was delivered',
  failed: 'failed',
  unknown: 'was handed over without an answer',
  refused: 'was refused',
  paused: 'paused its destination',
};

const statuses: Readonly<Record<Exclude<OutboxMessage['status'], 'delivered'>, string>> = {
  waiting: 'is waiting',
  dead: 'cannot be delivered',
  unconfigured: 'is not sent: its destination is not configured',
  withheld: 'is withheld',
  cancelled: 'was cancelled',
};

function messageEntries(message: OutboxMessage, attempts: readonly DeliveryAttempt[]): TimelineEntry[] {
  const { delivery, destination, status, createdAt, settledAt } = message;
  const name = `${delivery} to ${destination}`;
  const last = attempts.at(-1)?.at ?? createdAt;
  return [
    ...attempts.map(({ at, outcome, detail }) =>
      entryAt(
        at,
        'delivery',
        `${name} ${attempted[outcome]}${outcome === 'delivered' || detail === '' ? '' : `: ${detail}`}`,
      ),
    ),
    ...(status === 'delivered' ? [] : [entryAt(settledAt ?? last, 'delivery', `${name} ${statuses[status]}`)]),
  ];
}

/** Most messages of one submission. */
const limit = 1000;

/**
 * The entries of a record: that it was stored, and what was sent then.
 * @param isPersonal whether its values are included
 */
export async function recordEntries(
  record: StoredRecord,
  { deliveries }: Pick<StoreReader, 'deliveries'>,
  isPersonal: boolean,
): Promise<TimelineEntry[]> {
  const { id, collection, receivedAt, meta, data } = record;
  const held = meta['quarantine'] === undefined ? '' : ', in quarantine';
  const entries: TimelineEntry[] = [
    {
      ...entryAt(receivedAt, 'lead', `${id}, stored in ${collection}${held}`),
      ...(isPersonal ? { personal: data } : {}),
    },
  ];
  for (const message of await deliveries.list({ recordId: id, limit }))
    entries.push(...messageEntries(message, await deliveries.attempts(message.id)));
  return entries;
}
