/**
 * The complete product server: its log, its headers, its store. Each lead has a delivery, so that its outbox row is
 * measured, too. Usage: ours.ts FOLDER [DATABASE_URL]. Sends its port to its parent.
 */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import { loadFolder } from '../../../server/definitions/load.ts';
import { createLog } from '../../../server/log/log.ts';
import { startServer } from '../../../server/start.ts';
import { openStore } from '../../../server/store/open.ts';
import { plainRenderer } from '../../contracts/http/plain-renderer.ts';

const [, , folder = '.', databaseUrl] = process.argv;
const config = readConfig(
  {
    PORT: '0',
    HOST: '127.0.0.1',
    ADMIN_PORT: 'off',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
  },
  folder,
);
const file = openSync(join(folder, 'log.jsonl'), 'a');
const site = join(import.meta.dirname, '../../fixtures/sites/bench');

const { port } = await startServer({
  config: { ...config, funnelsDir: site },
  log: createLog({ level: config.logLevel, write: (lines) => writeSync(file, lines) }),
  renderer: plainRenderer(),
  load: (funnels, options) => loadFolder(funnels, options),
  async openStore(_dir, events) {
    const store = await openStore(config, events);
    return {
      ...store,
      submit: (submission) =>
        store.submit({
          ...submission,
          deliveries: [{ destination: 'crm', dedupeKey: submission.key, payload: { subject: submission.subject } }],
        }),
    };
  },
  builtDir: join(folder, 'built'),
  show: (text) => process.stderr.write(text),
  fatal: () => process.exit(1),
  watch: false,
});
process.send?.(port);
