/** Detects a database that was restored without its erasures, such as by pg_restore. */
import { join } from 'node:path';
import { openPrivacyStore, type StoreConfig } from '../store/open.ts';
import { auditFile, readAudit } from './audit.ts';

/** The number of erasures that the data folder knows and the database does not. */
export async function missingErasures(config: StoreConfig): Promise<number> {
  const audit = readAudit(join(config.dataDir, auditFile));
  if (audit.length === 0) return 0;
  const store = await openPrivacyStore(config);
  try {
    const known = new Set((await store.erasures()).map(({ id }) => id));
    return audit.filter(({ id }) => !known.has(id)).length;
  } finally {
    await store.close();
  }
}
