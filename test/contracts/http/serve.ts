/** The product's server process with minimal pages, for tests. FAIL=1 makes every write fail permanently. */
import { type RunOptions, runServer } from '../../../server/run.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { plainRenderer } from './plain-renderer.ts';

const openFailing: RunOptions['openStore'] = async (dir, events) => ({
  ...(await openSqliteStore({ dir, ...events })),
  submit: async () => {
    const error = new StoreError('STORE_FAILED', 'as told');
    events.onFatal?.(error);
    throw error;
  },
});

await runServer({
  loadRenderer: () => plainRenderer(),
  builtDir: '/nowhere',
  ...(process.env['FAIL'] === '1' ? { openStore: openFailing } : {}),
});
