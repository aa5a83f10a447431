/** What was sent piece by piece, read as one. Nothing is written: the records stay as they were appended. */
import type { Json, StoredRecord } from './types.ts';

/** The records of one visit of one subject, read together. */
export interface MergedRecord {
  readonly subject: string | null;
  /** Null for a record that says nothing of its visit: it stands for itself. */
  readonly visit: string | null;
  /** Epoch milliseconds of the first and the last record. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Ids of the records, in their order. */
  readonly records: readonly string[];
  /** Every value, as the latest record that has it says. */
  readonly data: Readonly<Record<string, Json>>;
}

/**
 * Merges the records of a subject by the visit they were sent in. Whoever knows an e-mail address can send records
 * under it, so those of another visit never change what one visit said.
 * @param records in the order they were appended
 * @param visit name of the value that tells visits apart, null when there is none
 */
export function mergeByVisit(records: readonly StoredRecord[], visit: string | null): MergedRecord[] {
  const merged = new Map<string, MergedRecord>();
  for (const { id, subject, data, receivedAt } of records) {
    const said = visit !== null && Object.hasOwn(data, visit) ? data[visit] : null;
    const own = typeof said === 'string' && subject !== null ? said : null;
    const key = own === null ? `record ${id}` : JSON.stringify([subject, own]);
    const before = merged.get(key);
    merged.set(key, {
      subject,
      visit: own,
      firstAt: Math.min(before?.firstAt ?? receivedAt, receivedAt),
      lastAt: Math.max(before?.lastAt ?? receivedAt, receivedAt),
      records: [...(before?.records ?? []), id],
      data: { ...before?.data, ...data },
    });
  }
  return [...merged.values()];
}
