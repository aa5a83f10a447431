/** The visits of which the server has stored a submission: the last lines of their traces may be lost. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { visitOfRecord } from '../privacy/person.ts';
import type { StoreReader } from '../store/types.ts';

/** The collections in which each visit has a record, by its id. */
export type StoredVisits = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads what is stored of all visits. Each call reads only the records since the one before. */
export function createStoredVisits(store: Pick<StoreReader, 'records'>): () => Promise<StoredVisits> {
  const visits = new Map<string, Set<string>>();
  let last: number | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<StoredVisits> => {
    for await (const { seq, record } of store.records(last)) {
      last = seq;
      const visit = visitOfRecord(record);
      if (visit !== null) visits.set(visit, (visits.get(visit) ?? new Set()).add(record.collection));
    }
    return visits;
  };
  return () => {
    const next = reading.then(read, read);
    reading = next.catch(() => {});
    return next;
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
