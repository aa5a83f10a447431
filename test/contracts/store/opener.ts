/** A process that opens a store and stays until it is killed: `node opener.ts DATA_DIR [DATABASE_URL]`. */
import { openStore } from '../../../server/store/open.ts';

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const store = await openStore({ dataDir, databaseUrl: databaseUrl ?? null });
process.send?.(await store.count('diagnosticos'));
await store.close();
process.disconnect();
