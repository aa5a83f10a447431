/**
 * The product's server process with minimal pages, for tests. FAIL=1 makes every write fail permanently; EARLY=1
 * acknowledges before the commit, a bug that the tests of faults must detect.
 */
import { flushCompileCache } from 'node:module';
import { readConfig } from '../../../server/config.ts';
import { type RunOptions, runServer } from '../../../server/run.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openStore } from '../../../server/store/open.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { plainRenderer } from './plain-renderer.ts';

const openFailing: RunOptions['openStore'] = async (dir, events) => ({
  ...(await openSqliteStore({ dir, ...events })),
  submit: async () => {
    const error = new StoreError('STORE_FAILED', 'injected');
    events.onFatal?.(error);
    throw error;
  },
});

const openEarly: RunOptions['openStore'] = async (_dir, events) => {
  const store = await openStore(readConfig(process.env, process.cwd()), events);
  return {
    ...store,
    async submit(submission) {
      store.submit(submission).catch(() => {});
      return { outcome: 'accepted', id: '', reply: submission.reply };
    },
  };
};

await runServer({
  loadRenderer: () => plainRenderer(),
  builtDir: '/nowhere',
  ...(process.env['FAIL'] === '1' ? { openStore: openFailing } : {}),
  ...(process.env['EARLY'] === '1' ? { openStore: openEarly } : {}),
});
// A killed process writes nothing at its end, so the cache is written now.
flushCompileCache();
