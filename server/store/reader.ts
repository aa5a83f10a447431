/** The reading methods of every store. */
import type { Kysely } from 'kysely';
import { readLead, readLeads } from './leads.ts';
import { outboxReader } from './outbox.ts';
import { readAll, readCount, readLatest, readList, readOutbox, readRecords, readReply } from './reading.ts';
import type { Database } from './schema.ts';
import type { StoreReader } from './types.ts';

/** What differs between databases. */
export interface ReadingParts {
  /** Runs a query; rejects with a StoreError. */
  readonly read: <T>(query: () => T | Promise<T>) => Promise<T>;
  /** The highest `seq` up to which every row is committed. */
  readonly horizon: () => Promise<number>;
  /** Copies the database to a file. @throws StoreError STORE_BACKUP */
  readonly backUp: (file: string) => Promise<void>;
}

/** The reading methods over an open database. */
export function readingMethods(
  db: Kysely<Database>,
  { read, horizon, backUp }: ReadingParts,
): Omit<StoreReader, 'close'> {
  return {
    replyTo: (intake, key) => read(() => readReply(db, intake, key)),
    latest: (collection, subject) => read(() => readLatest(db, collection, subject)),
    of: (collection, subject) => read(() => readAll(db, collection, subject)),
    list: (collection, options = {}) => read(async () => readList(db, collection, options, await horizon())),
    count: (collection) => read(() => readCount(db, collection)),
    records: (after) => readRecords(db, { read, horizon }, after),
    async *leads(filter = {}) {
      const leads = readLeads(db, filter, horizon);
      for (;;) {
        const next = await read(() => leads.next());
        if (next.done === true) return;
        yield next.value;
      }
    },
    lead: (id) => read(() => readLead(db, id)),
    deliveries: outboxReader(db, read),
    outbox: () => read(() => readOutbox(db)),
    backup: (file) => read(() => backUp(file)),
  };
}
