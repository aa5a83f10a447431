/** The visits of a person whom somebody of the staff names: by e-mail address, telephone number, or the id of a visit. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { PersonReply } from '../../renderer/studio/contract.ts';
import { isVisitId } from '../http/request.ts';
import { findPerson, personalRulesOf, personBy, visitOfRecord } from '../privacy/person.ts';
import type { StoreReader } from '../store/types.ts';

/**
 * Finds the visits in which a person has submitted something, the newest first. The name is not logged.
 * @param isRecorded whether there is a recording of a visit
 */
export async function visitsOfPerson(
  name: string,
  store: Pick<StoreReader, 'records'>,
  site: SiteDefinition,
  isRecorded: (visit: string) => Promise<boolean>,
): Promise<PersonReply> {
  if (isVisitId(name) && (await isRecorded(name)))
    return { visits: [{ id: name, at: null, collections: [] }], withoutVisit: 0 };
  const rules = personalRulesOf(site);
  const { records } = await findPerson(() => store.records(), personBy(name, rules), rules);
  const visits = new Map<string, { id: string; at: number; collections: string[] }>();
  let withoutVisit = 0;
  for (const record of records) {
    const id = visitOfRecord(record);
    if (id === null) {
      withoutVisit += 1;
      continue;
    }
    const known = visits.get(id);
    const collections = [...new Set([...(known?.collections ?? []), record.collection])];
    visits.set(id, { id, at: Math.max(known?.at ?? 0, record.receivedAt), collections });
  }
  return { visits: [...visits.values()].sort((a, b) => b.at - a.at), withoutVisit };
}
