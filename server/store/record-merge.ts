/** Merges partial submissions when they are read. Nothing is written: records are append-only. */
import type { Json, StoredRecord } from './types.ts';

/** The merged records of one visit of one subject. */
export interface RecordMerge {
  readonly subject: string | null;
  /** Null for a record without a visit id, which is not merged. */
  readonly visit: string | null;
  /** Epoch milliseconds of the first and the last record. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Ids of the records, in append order. */
  readonly records: readonly string[];
  /** Each value from the latest record that has it. */
  readonly data: Readonly<Record<string, Json>>;
}

/** In place of a value's name: the id that the requests of a visit carry beside their values. */
export const ownVisit = 'visit';

/**
 * Merges the records of a subject by the visit that sent them. Anybody who knows an e-mail address can send records
 * under it, so records of another visit never change a visit's values.
 * @param records in append order
 * @param visit name of the value that identifies the visit, or `visit` for the id that its requests carry; null when there is
 *   none
 */
export function mergeByVisit(records: readonly StoredRecord[], visit: string | null): RecordMerge[] {
  const merged = new Map<string, RecordMerge>();
  for (const { id, subject, data, meta, receivedAt } of records) {
    const carried = visit === ownVisit ? (meta['visitId'] ?? null) : null;
    const visitValue = visit !== null && Object.hasOwn(data, visit) ? data[visit] : carried;
    const visitId = typeof visitValue === 'string' && subject !== null ? visitValue : null;
    const key = visitId === null ? `record ${id}` : JSON.stringify([subject, visitId]);
    const previous = merged.get(key);
    merged.set(key, {
      subject,
      visit: visitId,
      firstAt: Math.min(previous?.firstAt ?? receivedAt, receivedAt),
      lastAt: Math.max(previous?.lastAt ?? receivedAt, receivedAt),
      records: [...(previous?.records ?? []), id],
      data: { ...previous?.data, ...data },
    });
  }
  return [...merged.values()];
}
