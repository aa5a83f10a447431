/**
 * The audit of erasures outside the database, so that a restored backup does not bring a person back: `erasures.jsonl`
 * in the data folder. It contains keyed hashes, and no personal value.
 */
import { createHmac, hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Erasure } from '../store/erasures.ts';

export const auditFile = 'erasures.jsonl';

/** Hashes identifiers for the audit. Without the key, nobody can find out whose they are by trying. */
export interface AuditKey {
  readonly id: string;
  hash(form: string): string;
}

/** @param secret that of the visitors, which a backup contains */
export function auditKeyOf(secret: string): AuditKey {
  const key = createHmac('sha256', secret).update('erasures').digest();
  return {
    id: hash('sha256', key).slice(0, 8),
    hash: (form) => createHmac('sha256', key).update(form).digest('base64url').slice(0, 27),
  };
}

const isErasure = (value: unknown): value is Erasure =>
  typeof value === 'object' && value !== null && 'id' in value && 'person' in value && Array.isArray(value.person);

/** The entries of an audit file; none when there is no file. A line that a crash cut off is left out. */
export function readAudit(path: string): Erasure[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isErasure(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** Appends the entries that the audit file of a data folder does not have, durably. */
export function noteErasures(dataDir: string, erasures: readonly Erasure[]): void {
  const path = join(dataDir, auditFile);
  const known = new Set(readAudit(path).map(({ id }) => id));
  const missing = erasures.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  const descriptor = openSync(path, 'a', 0o600);
  try {
    // A line that a crash cut off ends here.
    writeSync(descriptor, `\n${missing.map((each) => JSON.stringify(each)).join('\n')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
