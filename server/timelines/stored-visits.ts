/** The visits of which the server has stored a submission: the last lines of their traces may be lost. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { visitOfRecord } from '../privacy/person.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';

/** The collections in which each visit has a record, by its id. */
export type StoredVisits = ReadonlyMap<string, ReadonlySet<string>>;

/** What is stored of visits. Each question reads only the records since the one before. */
export interface StoredVisitIndex {
  /** The collections in which each visit has a record. */
  collections(): Promise<StoredVisits>;
  /** The visits after which a message could not be delivered. */
  undelivered(): Promise<ReadonlySet<string>>;
  /** The records of a visit, in the order in which they were stored. */
  recordsOf(visit: string): Promise<StoredRecord[]>;
}

/** Where nothing is stored. */
export const noStoredVisits: Pick<StoredVisitIndex, 'collections' | 'undelivered'> = {
  collections: async () => new Map(),
  undelivered: async () => new Set(),
};

/** Messages that are read at a time. */
const batch = 1000;

export function createStoredVisits(store: Pick<StoreReader, 'records' | 'deliveries'>): StoredVisitIndex {
  const collections = new Map<string, Set<string>>();
  /** The places of the records of each visit. */
  const places = new Map<string, number[]>();
  /** The visit of each record, by its id. */
  const visits = new Map<string, string>();
  let last: number | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<void> => {
    for await (const { seq, record } of store.records(last)) {
      last = seq;
      const visit = visitOfRecord(record);
      if (visit === null) continue;
      collections.set(visit, (collections.get(visit) ?? new Set()).add(record.collection));
      places.set(visit, [...(places.get(visit) ?? []), seq]);
      visits.set(record.id, visit);
    }
  };
  const update = async (): Promise<void> => {
    const next = reading.then(read, read);
    reading = next.catch(() => {});
    await next;
  };
  /** The record at a place; null if it was erased. */
  async function recordAt(place: number): Promise<StoredRecord | null> {
    for await (const { seq, record } of store.records(place - 1)) return seq === place ? record : null;
    return null;
  }
  return {
    async collections() {
      await update();
      return collections;
    },
    async undelivered() {
      await update();
      const found = new Set<string>();
      for (let after: string | undefined; ; ) {
        const filter = { status: 'dead', limit: batch, ...(after === undefined ? {} : { after }) } as const;
        const messages = await store.deliveries.list(filter);
        for (const { recordId } of messages) {
          const visit = visits.get(recordId);
          if (visit !== undefined) found.add(visit);
        }
        if (messages.length < batch) return found;
        after = messages.at(-1)?.id;
      }
    },
    async recordsOf(visit) {
      await update();
      const found = await Promise.all((places.get(visit) ?? []).map(recordAt));
      return found.filter((record) => record !== null);
    },
  };
}

/** Whether a visit has stored a submission of a flow: a record in a collection of an intake that the flow calls. */
export function hasStored(visits: StoredVisits, visit: string, site: SiteDefinition | null, flow: string): boolean {
  const collections = visits.get(visit);
  const calls = site !== null && Object.hasOwn(site.flows, flow) ? site.flows[flow]?.calls : undefined;
  if (site === null || collections === undefined || calls === undefined) return false;
  return Object.values(site.intakes).some(
    ({ path, records }) => Object.hasOwn(calls, path) && collections.has(records),
  );
}
