/** One transaction for many jobs. A job that cannot be stored does not fail the others. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeReply, type EncodedSubmission } from '../encode.ts';
import { StoreError } from '../errors.ts';
import type { Job, JobResult } from '../frame.ts';
import type { JobOutcome } from '../group-commit.ts';
import { bindHot, type HotQuery, type SqlValue } from '../hot-query.ts';
import { newMessageRow } from '../outbox-rows.ts';
import { probeText } from '../probe.ts';
import type { FoundSubmission, HotQueries } from '../queries.ts';
import type { SubmissionOutcome } from '../types.ts';
import { classify } from './failure.ts';

/**
 * Prepares the statements of the hot path.
 * @returns a function that writes a batch: all of it is durable when it returns, none when it throws (the error of
 *   `node:sqlite`)
 */
export function batchWriter(
  database: DatabaseSync,
  queries: HotQueries,
  nextId: () => string,
): (jobs: readonly Job[]) => JobOutcome<JobResult>[] {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const save = database.prepare('savepoint job');
  const release = database.prepare('release job');
  const undo = database.prepare('rollback to job');
  const find = reader(database, queries.find);
  const insertRecord = writer(database, queries.record);
  const insertSubmission = writer(database, queries.submission);
  const insertMessage = writer(database, queries.message);
  const insertPlan = writer(database, queries.plan);
  const writeProbe = writer(database, queries.probe);
  /** The plan that the current transaction has stored last. */
  let lastPlan: string | null = null;

  function insertMessages({ messages, collection, subject, receivedAt }: EncodedSubmission, id: string, seq: number) {
    const record = { id, seq, collection, subject, received_at: receivedAt };
    messages.forEach((message, index) => {
      const { plan } = message;
      if (plan.hash !== lastPlan) insertPlan({ hash: plan.hash, plan: plan.text });
      lastPlan = plan.hash;
      insertMessage(newMessageRow(message, index, record));
    });
  }

  function submit(submission: EncodedSubmission): SubmissionOutcome {
    const { intake, key, receivedAt } = submission;
    const found = find({ intake, key }) as FoundSubmission | undefined;
    if (found !== undefined) {
      if (found.body_hash !== submission.bodyHash) return { outcome: 'conflict' };
      return { outcome: 'replayed', reply: decodeReply(found.reply_status, found.reply_body) };
    }
    const id = nextId();
    const seq = insertRecord({
      id,
      intake,
      collection: submission.collection,
      subject: submission.subject,
      data: submission.data,
      meta: submission.meta,
      definition: submission.definition,
      received_at: receivedAt,
    });
    insertSubmission({
      intake,
      key,
      body_hash: submission.bodyHash,
      record_id: id,
      reply_status: submission.replyStatus,
      reply_body: submission.replyBody,
      received_at: receivedAt,
    });
    insertMessages(submission, id, seq);
    return { outcome: 'accepted', id, reply: decodeReply(submission.replyStatus, submission.replyBody) };
  }

  function run(job: Job): JobResult {
    if ('submission' in job) return submit(job.submission);
    writeProbe({ at: job.probeAt, weight: probeText() });
    return null;
  }

  function runGuarded(job: Job): JobOutcome<JobResult> {
    save.run();
    try {
      const value = run(job);
      release.run();
      return { ok: true, value };
    } catch (error) {
      const { failureClass, detail } = classify(error);
      // Some errors end the whole transaction, and its savepoints with it.
      if (failureClass !== 'rejected' || !database.isTransaction) throw error;
      undo.run();
      lastPlan = null;
      release.run();
      return { ok: false, error: new StoreError('STORE_REJECTED', detail) };
    }
  }

  function transaction(jobs: readonly Job[], each: (job: Job) => JobOutcome<JobResult>): JobOutcome<JobResult>[] {
    try {
      begin.run();
      lastPlan = null;
      const results = jobs.map(each);
      commit.run();
      return results;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  return (jobs) => {
    try {
      return transaction(jobs, (job) => ({ ok: true, value: run(job) }));
    } catch (error) {
      if (classify(error).failureClass !== 'rejected') throw error;
      // One job cannot be stored, and the batch was rolled back. A savepoint per job isolates it. Savepoints are not
      // used at first, because they copy every page they touch: three times as many writes (strace, 64 at once).
      return transaction(jobs, runGuarded);
    }
  };
}

function reader<Name extends string>(database: DatabaseSync, query: HotQuery<Name>) {
  const statement: StatementSync = database.prepare(query.sql);
  return (values: Readonly<Record<Name, SqlValue>>): unknown => statement.get(...bindHot(query, values));
}

/** @returns a function that inserts a row, and returns its number */
function writer<Name extends string>(database: DatabaseSync, query: HotQuery<Name>) {
  const statement: StatementSync = database.prepare(query.sql);
  return (values: Readonly<Record<Name, SqlValue>>): number =>
    Number(statement.run(...bindHot(query, values)).lastInsertRowid);
}
