/**
 * The complete product server: its log, its headers, its store. Usage: ours.ts FOLDER. Sends its port to its parent.
 */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import { loadFolder } from '../../../server/definitions/load.ts';
import { createLog } from '../../../server/log/log.ts';
import { startServer } from '../../../server/start.ts';
import { plainRenderer } from '../../contracts/http/plain-renderer.ts';

const [, , folder = '.'] = process.argv;
const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, NODE_ENV: 'production' }, folder);
const file = openSync(join(folder, 'log.jsonl'), 'a');
const site = join(import.meta.dirname, '../../fixtures/sites/bench');

/** The definitions without the rate limit per address, because all requests come from one address. */
async function load() {
  const loaded = await loadFolder(site);
  const lead = loaded.site?.intakes['lead'];
  if (loaded.site === null || lead === undefined) return loaded;
  return { ...loaded, site: { ...loaded.site, intakes: { lead: { ...lead, perMinute: Number.MAX_SAFE_INTEGER } } } };
}

const { port } = await startServer({
  config: { ...config, funnelsDir: site },
  log: createLog({ level: config.logLevel, write: (lines) => writeSync(file, lines) }),
  renderer: plainRenderer(),
  load,
  builtDir: join(folder, 'built'),
  show: (text) => process.stderr.write(text),
  fatal: () => process.exit(1),
  watch: false,
});
process.send?.(port);
