/** Erases a person, and proves that the data folder contains no value any more. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Erasure, LoggedMessage, OpenVisit, PrivacyStore, StoredSubmission } from '../store/erasures.ts';
import { DATABASE_FILE } from '../store/sqlite/open-database.ts';
import type { StoredRecord } from '../store/types.ts';
import { uuidSource } from '../store/uuid.ts';
import { type AuditKey, noteErasures } from './audit.ts';
import {
  auditedForms,
  comparedForms,
  type FoundPerson,
  findPerson,
  isAddress,
  type PersonalRules,
  type PersonQuery,
  personalTexts,
  textsIn,
} from './person.ts';
import { type Finding, searchFolder } from './search.ts';
import { removeTraces, tracesOf } from './traces.ts';

/** Everything that is stored of a person. */
export interface StoredPerson extends FoundPerson {
  readonly submissions: readonly StoredSubmission[];
  readonly messages: readonly LoggedMessage[];
  /** Paths of trace files. */
  readonly traces: readonly string[];
  /** Visits without script that may go on. */
  readonly openVisits: readonly OpenVisit[];
}

export interface PrivacyContext {
  readonly store: PrivacyStore;
  readonly dataDir: string;
  readonly rules: PersonalRules;
}

/** Reads everything that is stored of a person. Messages know the browser's id, and so lead to its choices of consent. */
export async function collectPerson(
  { store, dataDir, rules }: PrivacyContext,
  query: PersonQuery,
): Promise<StoredPerson> {
  const find = async (known: readonly string[]) => {
    const found = await findPerson(() => store.records(), query, rules, known);
    return { found, linked: await store.linkedTo(found.records.map(({ id }) => id)) };
  };
  let { found, linked } = await find([]);
  const visitors = new Set(linked.messages.flatMap(({ message }) => message.visitor ?? []));
  if ([...visitors].some((id) => !found.visits.has(id))) ({ found, linked } = await find([...visitors]));
  const openVisits = await store.visits(
    ({ visit, log }) =>
      found.visits.has(visit) ||
      [...textsIn(log)].some((text) => comparedForms(text, rules).some((form) => query.matches(form))),
  );
  return { ...found, ...linked, traces: await tracesOf(join(dataDir, 'traces'), found.visits), openVisits };
}

const removeOpenVisits = (store: PrivacyStore, { openVisits }: StoredPerson): Promise<number> =>
  store.removeVisits(openVisits.map(({ id }) => id));

export interface ErasureOptions extends PrivacyContext {
  readonly key: AuditKey;
  readonly operator: string;
  readonly clock: () => number;
  readonly random: (size: number) => Uint8Array;
  /** Rewrites the database also where that blocks submissions. */
  readonly compact: boolean;
  /** Whether the database is a file of the data folder. */
  readonly isEmbedded: boolean;
}

export interface ErasureResult {
  readonly erasure: Erasure;
  /** The values that are still in a file. */
  readonly left: readonly Finding[];
  /** Values that other people's records have, too, such as a common name. */
  readonly shared: number;
  readonly notes: readonly string[];
}

/** A database of this size is rewritten within the time that the server waits for a lock. */
const quickVacuumBytes = 64 * 1024 * 1024;

/**
 * Overwrites what was found, with what arrives meanwhile.
 * @param hashes the audit's hashes of the person
 */
export async function erasePerson(
  data: StoredPerson,
  query: PersonQuery,
  hashes: readonly string[],
  options: ErasureOptions,
): Promise<ErasureResult> {
  const { store, dataDir, rules, operator, clock, random } = options;
  const nextId = uuidSource(clock, random);
  const erased: StoredRecord[] = [...data.records];
  const keys = data.submissions.flatMap(({ key, bodyHash }) => [key, bodyHash]);
  const traces = new Set(data.traces);
  await removeTraces(data.traces);
  const visits = await removeOpenVisits(store, data);
  let erasure = await store.erase(
    data.records.map(({ id }) => id),
    {
      ...{ id: nextId(), at: clock(), operator, person: hashes, keyId: options.key.id },
      counts: { traces: traces.size, visits },
    },
  );
  noteErasures(dataDir, [erasure]);
  // A submission that was sent meanwhile.
  const late = await collectPerson(options, query);
  if (late.records.length > 0 || late.openVisits.length > 0) {
    await removeTraces(late.traces);
    erased.push(...late.records);
    keys.push(...late.submissions.flatMap(({ key, bodyHash }) => [key, bodyHash]));
    erasure = await store.erase(
      late.records.map(({ id }) => id),
      {
        ...erasure,
        id: nextId(),
        at: clock(),
        counts: { traces: late.traces.length, visits: await removeOpenVisits(store, late) },
      },
    );
    noteErasures(dataDir, [erasure]);
  }
  const texts = new Set([...personalTexts(erased, rules), ...keys, ...data.visits]);
  const shared = await removeShared(store, texts);
  // Such as one that has only the person's name, from the address of a link.
  const named = await store.visits(({ log }) => containsOne(JSON.stringify(log), texts));
  await store.removeVisits(named.map(({ id }) => id));
  const { notes } = await store.tidy(options.compact);
  let left = await searchFolder(dataDir, texts);
  const isInDatabase = left.some(({ file }) => databaseFiles.has(file));
  if (isInDatabase && options.isEmbedded && !options.compact && sizeOf(dataDir) <= quickVacuumBytes) {
    // Free space that an older version left. A small file is rewritten before anybody notices.
    await store.tidy(true);
    left = await searchFolder(dataDir, texts);
  }
  return { erasure, left, shared, notes };
}

/** Whether JSON contains one of some texts. */
const containsOne = (json: string, texts: ReadonlySet<string>): boolean =>
  [...texts].some((text) => json.includes(JSON.stringify(text).slice(1, -1)));

const databaseFiles = new Set([DATABASE_FILE, `${DATABASE_FILE}-wal`]);

const sizeOf = (dataDir: string): number => statSync(join(dataDir, DATABASE_FILE)).size;

/**
 * Removes the texts that remaining records and submissions contain, except e-mail addresses: one that is left in the text
 * of somebody else is still the person's.
 * @returns how many
 */
async function removeShared(store: PrivacyStore, all: Set<string>): Promise<number> {
  const texts = new Set([...all].filter((text) => !isAddress(text)));
  const before = texts.size;
  for (const hash of await store.presentHashes([...texts])) texts.delete(hash);
  for await (const { record } of store.records()) {
    const text = JSON.stringify([record.subject, record.data, record.meta]);
    for (const each of texts) if (text.includes(JSON.stringify(each).slice(1, -1))) texts.delete(each);
  }
  for (const text of all) if (!isAddress(text) && !texts.has(text)) all.delete(text);
  return before - texts.size;
}

/** The audit's hashes of a person. */
export const hashesOf = (identifier: string, rules: PersonalRules, key: AuditKey): string[] =>
  auditedForms(identifier, rules).map(key.hash);

/** A person by the hashes of an audit entry. */
export function personOfAudit(hashes: readonly string[], key: AuditKey): PersonQuery {
  const known = new Set(hashes);
  return { matches: (form) => known.has(key.hash(form)) };
}
