/** Leads: the submissions of a subject, read as one. Nothing is written: records are append-only. */
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { StoreError } from './errors.ts';
import { decodeRecord } from './reading.ts';
import type { Database } from './schema.ts';
import type { Json, Lead, LeadFilter, LeadWithSubmissions, StoredRecord } from './types.ts';

/** Rows that one query scans and that are in memory together. An embedded database blocks its process meanwhile. */
const WINDOW = 250;

type Records = SelectQueryBuilder<Database, 'records', object>;

/**
 * @param horizon the highest `seq` to read: every row up to it is committed
 * @throws StoreError STORE_CURSOR for an unknown `after`
 */
export async function* readLeads(
  db: Kysely<Database>,
  filter: LeadFilter,
  horizon: () => Promise<number>,
): AsyncGenerator<Lead> {
  const inCollections = <T extends Records>(query: T): T =>
    filter.collections === undefined ? query : (query.where('collection', 'in', filter.collections) as T);
  if (filter.collections?.length === 0) return;
  let last = filter.after === undefined ? 0 : await seqOf(db, filter.after);
  const end = await horizon();
  if (filter.newest !== undefined) last = Math.max(last, end - filter.newest);
  for (;;) {
    // The rows of a window are counted before the filter, so that a rare match does not scan the whole table at once.
    const window = await db
      .selectFrom(
        inCollections(db.selectFrom('records').where('seq', '>', last).where('seq', '<=', end))
          .select('seq')
          .orderBy('seq')
          .limit(WINDOW)
          .as('window'),
      )
      .select(({ fn }) => fn.max('seq').as('end'))
      .executeTakeFirst();
    if (window?.end == null) return;
    yield* await leadsBetween(db, filter, last, Number(window.end));
    last = Number(window.end);
  }
}

/** The leads whose first record is in a range of `seq`: `(after, upTo]`. */
async function leadsBetween(db: Kysely<Database>, filter: LeadFilter, after: number, upTo: number): Promise<Lead[]> {
  let query = db
    .selectFrom('records as record')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('subject', 'is', null),
        eb('subject', '=', ''),
        not(
          exists(
            selectFrom('records as earlier')
              .select('earlier.seq')
              .whereRef('earlier.collection', '=', 'record.collection')
              .whereRef('earlier.subject', '=', 'record.subject')
              .whereRef('earlier.seq', '<', 'record.seq'),
          ),
        ),
      ]),
    )
    .orderBy('seq');
  if (filter.collections !== undefined) query = query.where('collection', 'in', filter.collections);
  if (filter.from !== undefined) query = query.where('received_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('received_at', '<', filter.to);
  if (filter.definition !== undefined) query = query.where('definition', '=', filter.definition);
  const firsts = (await query.execute()).map(decodeRecord);
  const all = await recordsOf(db, firsts);
  const leads = firsts.map((first) => leadOf(all.get(groupOf(first)) ?? [first]));
  const { source } = filter;
  return source === undefined
    ? leads
    : leads.filter((lead) =>
        valuesOf(lead).some((values) =>
          source.names.some((name) => Object.hasOwn(values, name) && values[name] === source.equals),
        ),
      );
}

type Values = Readonly<Record<string, Json>>;

/** Where a lead's source can be: among its values, and in its first and last source. */
function valuesOf({ data, meta }: Lead): readonly Values[] {
  const { first = {}, last = {} } = (meta['attribution'] ?? {}) as { readonly first?: Values; readonly last?: Values };
  return [data, first, last];
}

/** The name of a lead in {@link recordsOf}, which has none without a subject. */
const groupOf = ({ collection, subject }: StoredRecord): string => JSON.stringify([collection, subject]);

function addTo<Value>(groups: Map<string, Value[]>, name: string, value: Value): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [value]);
  else group.push(value);
}

/** Every record of the subjects of some records, by lead and in append order. */
async function recordsOf(
  db: Kysely<Database>,
  firsts: readonly StoredRecord[],
): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  const subjects = new Map<string, string[]>();
  for (const { collection, subject } of firsts) if (subject !== null) addTo(subjects, collection, subject);
  const found = new Map<string, StoredRecord[]>();
  for (const [collection, some] of subjects) {
    const rows = await db
      .selectFrom('records')
      .selectAll()
      .where('collection', '=', collection)
      .where('subject', 'in', some)
      // The order of the index by subject. Ordered by `seq` alone, SQLite scans the whole collection instead.
      .orderBy('subject')
      .orderBy('seq')
      .execute();
    for (const record of rows.map(decodeRecord)) addTo(found, groupOf(record), record);
  }
  return found;
}

function leadOf(records: readonly StoredRecord[]): Lead {
  const { id, collection, subject, intake, meta, definition, receivedAt } = records[0] as StoredRecord;
  return {
    id,
    collection,
    subject,
    // Unlike assignment, `fromEntries` treats `__proto__` as any other name.
    data: Object.fromEntries(records.flatMap(({ data }) => Object.entries(data))),
    intake,
    meta,
    definition,
    firstAt: records.reduce((earliest, record) => Math.min(earliest, record.receivedAt), receivedAt),
    lastAt: records.reduce((latest, record) => Math.max(latest, record.receivedAt), receivedAt),
    submissions: records.length,
  };
}

async function seqOf(db: Kysely<Database>, id: string): Promise<number> {
  const row = await db.selectFrom('records').select('seq').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new StoreError('STORE_CURSOR', 'leads');
  return Number(row.seq);
}

/** @returns the lead that a record belongs to, or null when there is no such record */
export async function readLead(db: Kysely<Database>, id: string): Promise<LeadWithSubmissions | null> {
  const row = await db.selectFrom('records').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const record = decodeRecord(row);
  const records = (await recordsOf(db, [record])).get(groupOf(record)) ?? [record];
  return { ...leadOf(records), records };
}

/** The highest `seq` in use, for a database with one writer. */
export async function lastSeq(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('records')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}
