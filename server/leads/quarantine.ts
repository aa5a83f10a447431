/** Tells leads in quarantine, which look like a machine's, from the others. */
import { toSubject } from '../store/ids.ts';
import { releasesCollection } from '../store/outbox.ts';
import type { Lead, LeadFilter, StoredRecord, StoreReader } from '../store/types.ts';

type Reader = Pick<StoreReader, 'latest' | 'lead' | 'leads'>;

/** Which leads are wanted: all but those in quarantine, all, or only those in quarantine. */
export const quarantineChoices = ['false', 'true', 'only'] as const;
export type QuarantineChoice = (typeof quarantineChoices)[number];

/** Whether a record is held: it looks like a machine's, and nobody has released it. */
export const isHeld = async (
  store: Pick<Reader, 'latest'>,
  { id, meta }: Pick<StoredRecord, 'id' | 'meta'>,
): Promise<boolean> =>
  meta['quarantine'] !== undefined && (await store.latest(releasesCollection, toSubject(id))) === null;

/** Whether every submission of a lead is held. */
async function isQuarantined(store: Reader, lead: Lead): Promise<boolean> {
  if (!(await isHeld(store, lead))) return false;
  if (lead.submissions === 1) return true;
  for (const record of (await store.lead(lead.id))?.records ?? []) if (!(await isHeld(store, record))) return false;
  return true;
}

/** The leads of a filter, with or without those in quarantine. */
export async function* chosenLeads(store: Reader, filter: LeadFilter, choice: QuarantineChoice): AsyncGenerator<Lead> {
  for await (const lead of store.leads(filter))
    if (choice === 'true' || (await isQuarantined(store, lead)) === (choice === 'only')) yield lead;
}
