/** The product's server process with minimal pages, for tests. FAIL=1 makes every write fail permanently. */
import { runServer } from '../../../server/run.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { plainRenderer } from './plain-renderer.ts';

await runServer({
  loadRenderer: () => plainRenderer(),
  builtDir: '/nowhere',
  openStore: async (dir, events) => {
    const store = await openSqliteStore({ dir, ...events });
    if (process.env['FAIL'] !== '1') return store;
    return {
      ...store,
      submit: async () => {
        const error = new StoreError('STORE_FAILED', 'as told');
        events.onFatal?.(error);
        throw error;
      },
    };
  },
});
