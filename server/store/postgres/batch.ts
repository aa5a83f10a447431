/** Many submissions in one statement, which is one transaction and one round trip. */
import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { decodeReply, type EncodedSubmission } from '../encode.ts';
import { StoreError } from '../errors.ts';
import type { JobOutcome } from '../group-commit.ts';
import { type NewMessageRow, newMessageColumns, newMessageRow } from '../outbox-rows.ts';
import type { FoundSubmission } from '../queries.ts';
import type { Database } from '../schema.ts';
import type { SubmissionOutcome } from '../types.ts';
import { arrayLiteral } from './array-literal.ts';
import { storeErrorFrom } from './failure.ts';

/**
 * Readers that need every row up to a `seq` take this advisory lock alone; every batch shares it. A `seq` is assigned
 * before the commit, so that another process may commit a lower one later.
 */
export const appendLock = 7_190_551_207;

/** `json` is text in JSON, which contains no control character. */
type Column = 'text' | 'bigint' | 'integer' | 'json';

const given = {
  record_id: 'text',
  intake: 'text',
  key: 'text',
  body_hash: 'text',
  collection: 'text',
  subject: 'text',
  data: 'json',
  meta: 'json',
  definition: 'text',
  received_at: 'bigint',
  reply_status: 'integer',
  reply_body: 'json',
} as const satisfies Record<string, Column>;

/** The columns of `outbox`; the sequence follows from the stored record. */
const sent = {
  ...{ id: 'text', record_id: 'text', delivery: 'text', destination: 'text', kind: 'text', purpose: 'text' },
  ...{ visitor: 'text', dedupe_key: 'text', plan: 'text', sender: 'json', payload: 'json', status: 'text' },
  ...{ last_error: 'text', next_at: 'bigint', created_at: 'bigint', settled_at: 'bigint', subject: 'text' },
} as const satisfies Record<Exclude<keyof NewMessageRow, 'sequence'>, Column>;

const planned = { hash: 'text', plan: 'json' } as const satisfies Record<string, Column>;

type Row<Columns> = { readonly [Name in keyof Columns]: string | number | null };

/** Separates texts in JSON: an array of them would need an escape for each quotation mark. */
const jsonEnd = '\u001f';

/** `unnest($1::text[], …)`, with the parameters from a number on. */
const unnested = (columns: Readonly<Record<string, Column>>, first: number): string =>
  `unnest(${Object.values(columns)
    .map((type, index) =>
      type === 'json' ? `string_to_array($${first + index}, '${jsonEnd}', '')` : `$${first + index}::${type}[]`,
    )
    .join(', ')}) with ordinality`;
const names = (columns: object): string => [...Object.keys(columns), 'place'].join(', ');

const firstSent = Object.keys(given).length + 1;
const firstPlanned = firstSent + Object.keys(sent).length;

// Keys are inserted in their order, so that two processes with the same ones wait for each other instead of
// blocking each other; the records in the order of their arrival. Of equal keys in one batch the first is inserted. So it
// is with the keys of messages.
const insertBatch = `
  with append as materialized (select pg_advisory_xact_lock_shared(${appendLock})),
  given as materialized (
    select given.* from append, ${unnested(given, 1)} as given(${names(given)})
  ),
  won as (
    insert into submissions (intake, key, body_hash, record_id, reply_status, reply_body, received_at)
    select intake, key, body_hash, record_id, reply_status, reply_body, received_at
    from given order by intake, key, place
    on conflict (intake, key) do nothing
    returning record_id
  ),
  stored as (
    insert into records (id, intake, collection, subject, data, meta, definition, received_at)
    select record_id, intake, collection, subject, data, meta, definition, received_at
    from given where record_id in (select record_id from won) order by place
    returning id, seq
  ),
  messages as (
    insert into outbox (${newMessageColumns.join(', ')})
    select ${newMessageColumns.map((name) => (name === 'sequence' ? 'stored.seq' : `sent.${name}`)).join(', ')}
    from ${unnested(sent, firstSent)} as sent(${names(sent)}) join stored on stored.id = sent.record_id
    order by sent.destination, sent.dedupe_key, sent.place
    on conflict do nothing
  ),
  planned as (
    insert into delivery_plans (hash, plan)
    select hash, plan from ${unnested(planned, firstPlanned)} as planned(${names(planned)}) order by hash
    on conflict (hash) do nothing
  )
  select
    (select count(*) from won) as won,
    (select string_agg(record_id, ' ') from won where (select count(*) from won) < cardinality($1::text[])) as ids`;

/** The result of {@link insertBatch}: one row, because each row of an answer takes time to parse. */
interface InsertResult {
  /** How many submissions were inserted. */
  readonly won: number;
  /** The ids of their records; null when all or none were inserted. */
  readonly ids: string | null;
}

/** The values of rows by column, as the parameters of {@link unnested}. */
const columnsOf = <Columns extends object>(columns: Columns, rows: readonly Row<Columns>[]): string[] =>
  (Object.keys(columns) as (keyof Columns)[]).map((name) => {
    const values = rows.map((row) => row[name]);
    // A missing text is empty.
    return columns[name] === 'json' ? values.join(jsonEnd) : arrayLiteral(values);
  });

/**
 * Stores submissions in one transaction.
 * @throws the client's error; then the outcome is unknown
 */
export type BatchWriter = (
  client: PoolClient,
  submissions: readonly EncodedSubmission[],
) => Promise<JobOutcome<SubmissionOutcome>[]>;

/** @param db compiles queries; nothing is executed on it */
export function postgresBatchWriter(db: Kysely<Database>, nextId: () => string): BatchWriter {
  const findStored = sql<FoundSubmission & { place: number }>`
    select given.place, submissions.body_hash, submissions.reply_status, submissions.reply_body
    from unnest($1::text[], $2::text[]) with ordinality as given(intake, key, place)
    join submissions on submissions.intake = given.intake and submissions.key = given.key
  `.compile(db).sql;

  async function write(client: PoolClient, submissions: readonly EncodedSubmission[]) {
    const records: Row<typeof given>[] = [];
    const plans = new Map<string, Row<typeof planned>>();
    const messages: Row<typeof sent>[] = [];
    for (const submission of submissions) {
      const id = nextId();
      records.push({
        record_id: id,
        intake: submission.intake,
        key: submission.key,
        body_hash: submission.bodyHash,
        collection: submission.collection,
        subject: submission.subject,
        data: submission.data,
        meta: submission.meta,
        definition: submission.definition,
        received_at: submission.receivedAt,
        reply_status: submission.replyStatus,
        reply_body: submission.replyBody,
      });
      const { collection, subject, receivedAt } = submission;
      submission.messages.forEach((message, index) => {
        messages.push(newMessageRow(message, index, { id, seq: 0, collection, subject, received_at: receivedAt }));
        plans.set(message.plan.hash, { hash: message.plan.hash, plan: message.plan.text });
      });
    }
    const { rows } = await client.query<InsertResult>({
      name: 'store-batch',
      text: insertBatch,
      values: [...columnsOf(given, records), ...columnsOf(sent, messages), ...columnsOf(planned, [...plans.values()])],
    });
    const inserted = rows[0] as InsertResult;
    const won =
      inserted.won === records.length
        ? { has: () => true }
        : new Set(inserted.ids === null ? [] : inserted.ids.split(' '));
    const lost = submissions.filter((_, index) => !won.has(records[index]?.record_id as string));
    const stored = lost.length === 0 ? new Map<string, FoundSubmission>() : await readStored(client, lost);

    function outcomeOf(submission: EncodedSubmission, index: number): JobOutcome<SubmissionOutcome> {
      const id = records[index]?.record_id as string;
      if (won.has(id))
        return {
          ok: true,
          value: { outcome: 'accepted', id, reply: decodeReply(submission.replyStatus, submission.replyBody) },
        };
      const found = stored.get(JSON.stringify([submission.intake, submission.key]));
      // Removed between the two statements.
      if (found === undefined) return { ok: false, error: new StoreError('STORE_BUSY', 'the key was just removed') };
      return found.body_hash === submission.bodyHash
        ? { ok: true, value: { outcome: 'replayed', reply: decodeReply(found.reply_status, found.reply_body) } }
        : { ok: true, value: { outcome: 'conflict' } };
    }
    return submissions.map(outcomeOf);
  }

  async function readStored(
    client: PoolClient,
    submissions: readonly EncodedSubmission[],
  ): Promise<Map<string, FoundSubmission>> {
    const { rows } = await client.query<FoundSubmission & { place: number }>({
      name: 'store-find',
      text: findStored,
      values: [submissions.map(({ intake }) => intake), submissions.map(({ key }) => key)],
    });
    return new Map(
      rows.map((row) => {
        const { intake, key } = submissions[row.place - 1] as EncodedSubmission;
        return [JSON.stringify([intake, key]), row];
      }),
    );
  }

  return async (client, submissions) => {
    try {
      return await write(client, submissions);
    } catch (error) {
      const reason = storeErrorFrom(error);
      if (reason.code !== 'STORE_REJECTED') throw error;
      if (submissions.length === 1) return [{ ok: false, error: reason }];
    }
    // One of them cannot be stored, and the batch was rolled back. Each is tried by itself.
    const settled: JobOutcome<SubmissionOutcome>[] = [];
    for (const submission of submissions) {
      try {
        settled.push(...(await write(client, [submission])));
      } catch (error) {
        const reason = storeErrorFrom(error);
        if (reason.code !== 'STORE_REJECTED') throw error;
        settled.push({ ok: false, error: reason });
      }
    }
    return settled;
  };
}
