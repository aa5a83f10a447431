/** The visits of a person whom somebody of the staff names. */
import type { PersonReply } from '../../renderer/studio/contract.ts';
import { type NamedVisitSources, visitsNamed } from '../timelines/named-visits.ts';

/** Finds the visits in which a person has submitted something, the newest first. The name is not logged. */
export async function visitsOfPerson(name: string, sources: NamedVisitSources): Promise<PersonReply> {
  const found = await visitsNamed(name, sources);
  const visits = [...found].flatMap(([id, records]) => {
    if (id === null) return [];
    const at = records.length === 0 ? null : Math.max(...records.map(({ receivedAt }) => receivedAt));
    return [{ id, at, collections: [...new Set(records.map(({ collection }) => collection))] }];
  });
  return {
    visits: visits.sort((one, other) => (other.at ?? 0) - (one.at ?? 0)),
    withoutVisit: found.get(null)?.length ?? 0,
  };
}
