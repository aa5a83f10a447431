/** The visits that somebody names: by the id of a visit, or by a person's e-mail address, telephone number or id. */
import { isVisitId } from '../http/request.ts';
import { findPerson, type PersonalRules, personBy, visitOfRecord } from '../privacy/person.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import type { StoredVisitIndex } from './stored-visits.ts';

/** Where visits are looked for. */
export interface NamedVisitSources {
  readonly store: Pick<StoreReader, 'records'>;
  readonly stored: Pick<StoredVisitIndex, 'recordsOf'>;
  readonly rules: PersonalRules;
  /** Whether there is a recording of a visit. */
  isRecorded(visit: string): Promise<boolean>;
}

/** The records of each visit; null is the submissions without a visit. */
export type NamedVisits = Map<string | null, StoredRecord[]>;

/** The visit with this id, else the visits of this person. A telephone number may look like an id. */
export async function visitsNamed(who: string, sources: NamedVisitSources): Promise<NamedVisits> {
  const { store, stored, rules, isRecorded } = sources;
  if (isVisitId(who)) {
    const records = await stored.recordsOf(who);
    if (records.length > 0 || (await isRecorded(who))) return new Map([[who, records]]);
  }
  const { records } = await findPerson(() => store.records(), personBy(who, rules), rules);
  const found: NamedVisits = new Map();
  for (const record of records) {
    const id = visitOfRecord(record);
    found.set(id, [...(found.get(id) ?? []), record]);
  }
  return found;
}
