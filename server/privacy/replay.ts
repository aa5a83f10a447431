/** Repeats erasures after a restore, which brings back what was erased after the backup. */
import type { Erasure } from '../store/erasures.ts';
import { collectPerson, type ErasureOptions, erasePerson, personOfAudit } from './erase.ts';
import type { Finding } from './search.ts';

export interface ReplayResult {
  /** Records that were erased again. */
  readonly replayed: number;
  /** Entries whose hashes belong to another key. */
  readonly unknownKey: number;
  readonly left: readonly Finding[];
}

/** Erases the persons of an audit again, and adds its entries to the database's audit. */
export async function replayErasures(audit: readonly Erasure[], options: ErasureOptions): Promise<ReplayResult> {
  const { store, key } = options;
  const usable = audit.filter(({ keyId }) => keyId === key.id);
  await store.adopt(audit);
  let replayed = 0;
  const left: Finding[] = [];
  const persons = new Map(usable.map(({ person }) => [person.join(' '), person]));
  for (const person of persons.values()) {
    const query = personOfAudit(person, key);
    const data = await collectPerson(options, query);
    if (data.records.length === 0) continue;
    replayed += data.records.length;
    left.push(...(await erasePerson(data, query, person, options)).left);
  }
  // Also where nothing came back, an operator may want the file rewritten.
  if (options.compact) await store.tidy(true);
  return { replayed, unknownKey: audit.length - usable.length, left };
}
