/** The outbox: messages that follow submissions, the log of their attempts, and the state of each destination. */
import { randomBytes } from 'node:crypto';
import {
  type Compilable,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { erasedPayload } from './erasure-row.ts';
import { boundHot, compileHot, type HotQuery } from './hot-query.ts';
import { readMessages } from './outbox-rows.ts';
import type { Database, DestinationStatesTable, OutboxTable } from './schema.ts';
import type {
  DeliveryAttempt,
  DestinationState,
  Outbox,
  OutboxFilter,
  OutboxOperator,
  OutboxReader,
  Recovery,
  SettledAttempt,
} from './types.ts';
import { uuidSource } from './uuid.ts';

/** What differs between databases. */
export interface OutboxParts {
  /** Runs queries; rejects with a StoreError. */
  readonly call: <T>(run: () => T | Promise<T>) => Promise<T>;
  /** Runs statements in one transaction. */
  readonly atomically: (statements: readonly Compilable[]) => void | Promise<void>;
  /** Whether several processes claim at a time, so that each skips the rows that another one is claiming. */
  readonly skipLocked: boolean;
}

const listLimit = 100;

/** The collection of releases. The name of an author's collection has no hyphen. */
export const releasesCollection = 'quarantine-releases';
const expiryLimit = 500;

/** The lowest UUIDv7 of a time: messages of a time are found by their primary key. */
function firstIdOf(at: number): string {
  const hex = Math.max(0, at).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The outbox of an open database, for reading. */
export function outboxReader(db: Kysely<Database>, call: OutboxParts['call']): OutboxReader {
  const selectStates = compileHot(() => db.selectFrom('destination_states').selectAll().orderBy('destination'));
  const selectDue = compileHot<'destination'>((value) =>
    db
      .selectFrom('outbox')
      .select(({ fn }) => fn.min<string | number | null>('next_at').as('at'))
      .where('destination', '=', value<string>('destination'))
      .where('status', '=', sql.lit('waiting')),
  );
  return {
    list: (filter = {}) =>
      call(async () => {
        const limit = filter.limit ?? listLimit;
        return readMessages(db, await filtered(db, filter).selectAll().orderBy('id').limit(limit).execute());
      }),
    attempts: (id) =>
      call(async () => {
        const rows = await db
          .selectFrom('delivery_attempts')
          .select(['at', 'outcome', 'detail', 'ms'])
          .where('outbox_id', '=', id)
          .orderBy('seq')
          .execute();
        return rows.map((row) => ({ ...row, at: Number(row.at) }) as DeliveryAttempt);
      }),
    states: () =>
      call(async () => {
        const { rows } = await db.executeQuery<Selectable<DestinationStatesTable>>(
          boundHot(selectStates, {}).compile(),
        );
        return rows.map(decodeState);
      }),
    due: (destination) =>
      call(async () => {
        const { rows } = await db.executeQuery<{ readonly at: string | number | null }>(
          boundHot(selectDue, { destination }).compile(),
        );
        const at = rows[0]?.at ?? null;
        return at === null ? null : Number(at);
      }),
  };
}

/** Whether a message has a payload, or one can be made: it was not erased. */
const canBeSent = ({ or, eb }: ExpressionBuilder<Database, 'outbox'>) =>
  or([eb('plan', 'is not', null), eb('payload', '!=', erasedPayload)]);

/** The outbox of an open database, for an operator. */
export function outboxOperator(db: Kysely<Database>, call: OutboxParts['call']): OutboxOperator {
  return {
    ...outboxReader(db, call),
    retry: (filter, now) =>
      call(async () => {
        const chosen = filtered(db, filter)
          .select('id')
          .where(
            'status',
            'in',
            filter.ids === undefined ? ['dead', 'unconfigured'] : ['dead', 'unconfigured', 'delivered'],
          )
          .where(canBeSent)
          .orderBy('id')
          .limit(filter.limit ?? Number.MAX_SAFE_INTEGER);
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set({ status: 'waiting', tries: 0, seen: -1, next_at: now, leased_until: 0, settled_at: null })
          .where('id', 'in', chosen)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
    resume: (destination, now) =>
      call(async () => {
        const { numUpdatedRows } = await db
          .updateTable('destination_states')
          .set({ state: 'closed', failures: 0, openings: 0, retry_at: 0, reason: null, changed_at: now })
          .where('destination', '=', destination)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows) > 0;
      }),
    release: ({ id, definition }, deliveries, now) =>
      call(async () => {
        // First the row: if the process ends here, the command is repeated.
        const release = {
          ...{ id: uuidSource(() => now, randomBytes)(), intake: releasesCollection, collection: releasesCollection },
          ...{ subject: id, data: JSON.stringify({ record: id, at: now, deliveries }), meta: '{}' },
          ...{ definition, received_at: now },
        };
        await db.insertInto('records').values(release).execute();
        if (deliveries.length === 0) return 0;
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set({ status: 'waiting', next_at: now })
          .where('record_id', '=', id)
          .where('delivery', 'in', [...deliveries])
          .where('status', '=', 'withheld')
          .where(canBeSent)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
  };
}

/** The outbox of an open database, for the process that sends its messages. */
export function outboxOf(db: Kysely<Database>, parts: OutboxParts): Outbox {
  const { call, atomically, skipLocked } = parts;
  const claim = claimQuery(db, skipLocked);
  const settlementOf = settlements(db);
  const logOf = attemptLog(db);
  const updateState = stateUpdate(db);
  return {
    ...outboxOperator(db, call),
    cancelWaiting: (visitor, purposes, now) =>
      call(async () => {
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set({ status: 'cancelled', settled_at: now })
          .where('visitor', '=', visitor)
          .where('purpose', 'in', [...purposes])
          .where('status', 'in', ['waiting', 'unconfigured', 'withheld'])
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
    claim: ({ destination, limit, now, until }) =>
      call(async () => {
        const { rows } = await db.executeQuery<Selectable<OutboxTable>>(
          boundHot(claim, { destination, limit, now, until }).compile(),
        );
        return readMessages(
          db,
          rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        );
      }),
    expire: (before) =>
      call(async () => {
        const old = db
          .selectFrom('outbox')
          .select('id')
          .where('id', '<', firstIdOf(before))
          .where('status', '!=', 'waiting')
          .orderBy('id')
          .limit(expiryLimit);
        const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', old).executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
    settle: (attempts, states, recovered = []) =>
      call(() =>
        atomically([
          ...attempts.map(settlementOf),
          ...(attempts.length === 0 ? [] : [logOf(attempts)]),
          ...recovered.map((recovery) => forwarding(db, recovery)),
          ...states.map(updateState),
        ]),
      ),
  };
}

/** A message that failed so often, while its destination accepted others, no longer holds back later ones of its subject. */
const holdingTries = 3;

/** Whether an earlier message of a subject waits: a later one would be overwritten by it. */
const earlierOf = (earlier: SelectQueryBuilder<Database & { earlier: OutboxTable }, 'outbox' | 'earlier', object>) =>
  earlier
    .select(sql.lit(1).as('one'))
    .whereRef('earlier.destination', '=', 'outbox.destination')
    .whereRef('earlier.subject', '=', 'outbox.subject')
    .whereRef('earlier.sequence', '<', 'outbox.sequence')
    .where('earlier.status', '=', sql.lit('waiting'))
    .where('earlier.tries', '<', sql.lit(holdingTries));

/** Leases the messages of a destination that are due. */
const claimQuery = (db: Kysely<Database>, skipLocked: boolean) =>
  compileHot<'destination' | 'limit' | 'now' | 'until'>((value) =>
    db
      .updateTable('outbox')
      .set((update) => ({
        ...{ next_at: value<number>('until'), leased_until: value<number>('until') },
        attempts: update('attempts', '+', 1),
      }))
      .where('id', 'in', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where('destination', '=', value<string>('destination'))
          .where('status', '=', sql.lit('waiting'))
          .where('next_at', '<=', value<number>('now'))
          .where(({ not, exists, selectFrom }) => not(exists(earlierOf(selectFrom('outbox as earlier')))))
          .orderBy('next_at')
          .limit(value<number>('limit'))
          .$if(skipLocked, (due) => due.forUpdate().skipLocked()),
      )
      .returningAll(),
  );

type SettledColumn = 'status' | 'tries' | 'seen' | 'next_at' | 'last_error' | 'settled_at' | 'id' | 'leased_until';

/** The statements that store the result of an attempt. They are compiled once, because each message needs one. */
function settlements(db: Kysely<Database>): (settled: SettledAttempt) => Compilable {
  const update = (value: <T>(name: SettledColumn) => T) =>
    db
      .updateTable('outbox')
      .set({
        status: value('status'),
        tries: value('tries'),
        seen: value('seen'),
        next_at: value('next_at'),
        leased_until: 0,
        last_error: value('last_error'),
        settled_at: value('settled_at'),
      })
      .where('id', '=', value<string>('id'));
  const delivered = compileHot<SettledColumn>(update);
  // After the lease has ended, another process may be sending it. Only a success is still true then.
  const leased = compileHot<SettledColumn>((value) =>
    update(value).where('leased_until', '=', value<number>('leased_until')).where('status', '=', 'waiting'),
  );
  return ({ message, attempt, status, tries, seen, nextAt }) =>
    boundHot(status === 'delivered' ? delivered : leased, {
      ...{ status, tries, seen, next_at: nextAt, id: message.id, leased_until: message.leasedUntil },
      last_error: attempt.outcome === 'delivered' ? null : attempt.detail,
      settled_at: status === 'waiting' ? null : attempt.at,
    });
}

/** The statement that logs attempts, compiled once for each number of them. */
function attemptLog(db: Kysely<Database>): (attempts: readonly SettledAttempt[]) => Compilable {
  const known = new Map<number, HotQuery<string>>();
  const columns = ['outbox_id', 'at', 'outcome', 'detail', 'ms'] as const;
  const queryFor = (count: number): HotQuery<string> =>
    compileHot((value) =>
      db
        .insertInto('delivery_attempts')
        .values(
          Array.from(
            { length: count },
            (_, index) => Object.fromEntries(columns.map((name) => [name, value(`${name}${index}`)])) as never,
          ),
        ),
    );
  return (attempts) => {
    const query = known.get(attempts.length) ?? queryFor(attempts.length);
    known.set(attempts.length, query);
    const values = attempts.flatMap(({ message, attempt: { at, outcome, detail, ms } }, index) =>
      Object.entries({ outbox_id: message.id, at, outcome, detail, ms }).map(([name, value]) => [
        `${name}${index}`,
        value,
      ]),
    );
    return boundHot(query, Object.fromEntries(values));
  };
}

const forwarding = (db: Kysely<Database>, { destination, seen, at }: Recovery): Compilable =>
  db
    .updateTable('outbox')
    .set({ next_at: at })
    .where('destination', '=', destination)
    .where('status', '=', sql.lit('waiting'))
    .where('seen', '=', seen)
    .where('leased_until', '=', 0);

/** The statement that stores the state of a destination. */
function stateUpdate(db: Kysely<Database>): (state: DestinationState) => Compilable {
  const query = compileHot<keyof DestinationStatesTable>((value) => {
    const row = {
      ...{ state: value<string>('state'), failures: value<number>('failures'), successes: value<number>('successes') },
      ...{ openings: value<number>('openings'), retry_at: value<number>('retry_at') },
      ...{ reason: value<string | null>('reason'), changed_at: value<number>('changed_at') },
    };
    return db
      .insertInto('destination_states')
      .values({ destination: value<string>('destination'), ...row })
      .onConflict((conflict) => conflict.column('destination').doUpdateSet(row));
  });
  return ({ retryAt, changedAt, ...same }) => boundHot(query, { ...same, retry_at: retryAt, changed_at: changedAt });
}

function filtered(db: Kysely<Database>, { status, destination, recordId, ids, after }: OutboxFilter) {
  return db
    .selectFrom('outbox')
    .$if(status !== undefined, (query) => query.where('status', '=', status as string))
    .$if(destination !== undefined, (query) => query.where('destination', '=', destination as string))
    .$if(recordId !== undefined, (query) => query.where('record_id', '=', recordId as string))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as string[]))
    .$if(after !== undefined, (query) => query.where('id', '>', after as string));
}

function decodeState(row: Selectable<DestinationStatesTable>): DestinationState {
  return {
    destination: row.destination,
    state: row.state as DestinationState['state'],
    failures: Number(row.failures),
    successes: Number(row.successes),
    openings: Number(row.openings),
    retryAt: Number(row.retry_at),
    reason: row.reason,
    changedAt: Number(row.changed_at),
  };
}
