/** Everything that is stored of a person as one readable document. */
import type { StoredRecord } from '../store/types.ts';
import type { StoredPerson } from './erase.ts';
import { readTraceLines } from './traces.ts';

const moment = (at: number): string => new Date(at).toISOString();

/** What this command cannot reach, for the operator. */
export const outOfReach: readonly string[] = [
  'Log files: they contain no personal value, but the ids of requests and visits.',
  'Backups: they contain what was stored when they were made. Keep them only as long as you need them; `funnel restore` erases again.',
  'Traces and saved versions of other machines that share this database: traces are removed after 14 days.',
];

/** The data of a person as JSON. */
export async function exportOf(
  person: string,
  { records, submissions, messages, traces, openVisits }: StoredPerson,
  { site, at }: { readonly site: string | null; readonly at: number },
): Promise<Record<string, unknown>> {
  const lines = await readTraceLines(traces);
  return {
    person,
    site,
    exportedAt: moment(at),
    records: records.map(recordOf),
    consents: records.flatMap(({ id, meta }) =>
      meta['consent'] === undefined ? [] : [{ record: id, consent: meta['consent'] }],
    ),
    submissions: submissions.map(({ receivedAt, recordId, ...submission }) => ({
      record: recordId,
      ...submission,
      receivedAt: moment(receivedAt),
    })),
    sharedWith: messages.map(({ message, log }) => ({
      ...{ record: message.recordId, destination: message.destination, kind: message.kind, purpose: message.purpose },
      ...{ status: message.status, createdAt: moment(message.createdAt), payload: message.payload },
      attempts: log.map(({ at: sentAt, ...attempt }) => ({ at: moment(sentAt), ...attempt })),
    })),
    traces: traces.map((file, index) => ({
      file,
      lines: (lines[index] ?? []).map((line) => JSON.parse(line) as unknown),
    })),
    openVisits: openVisits.map(({ visit, log }) => ({ visit, log })),
    notIncluded: outOfReach,
  };
}

const recordOf = ({ id, collection, intake, subject, receivedAt, definition, data, meta }: StoredRecord) => ({
  ...{ id, collection, intake, subject, receivedAt: moment(receivedAt), version: definition, data, meta },
});

/** What was found, by kind: `guia_leads: 2 records`. */
export function personSummary({ records, submissions, messages, traces, openVisits }: StoredPerson): string[] {
  const collections = new Map<string, number>();
  for (const { collection } of records) collections.set(collection, (collections.get(collection) ?? 0) + 1);
  const line = (name: string, count: number): string[] => (count === 0 ? [] : [`${name}: ${count}`]);
  return [
    ...[...collections].flatMap(([name, count]) => line(`records of ${name}`, count)),
    ...line('stored answers', submissions.length),
    ...line('messages of the outbox', messages.length),
    ...line(
      'attempts to send them',
      messages.reduce((sum, { log }) => sum + log.length, 0),
    ),
    ...line('traces', traces.length),
    ...line('visits without script that may go on', openVisits.length),
  ];
}

/** The destinations that got the person's data, with the number of messages. */
export function recipientsOf({ messages }: Pick<StoredPerson, 'messages'>): string[] {
  const counts = new Map<string, number>();
  for (const { message } of messages)
    if (message.status === 'delivered') counts.set(message.destination, (counts.get(message.destination) ?? 0) + 1);
  return [...counts].map(([destination, count]) => `${destination} (${count})`);
}
