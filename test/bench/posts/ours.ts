/**
 * The complete product server: its log, its headers, its store. Usage: ours.ts FOLDER VARIANT [DATABASE_URL]. `row`: each
 * lead has a message; `plain`: none; `deliveries`: a site with messages, which are sent to a local service. Sends its
 * port to its parent, and answers each message with the processor time that it has taken, in microseconds.
 */
import { fork } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { IntakeDefinition } from '../../../engine/definition.ts';
import { readConfig } from '../../../server/config.ts';
import { loadFolder } from '../../../server/definitions/load.ts';
import { messageEntries } from '../../../server/deliveries/entries.ts';
import { unknownSender } from '../../../server/deliveries/payloads.ts';
import { deliveryPlanOf } from '../../../server/deliveries/plan.ts';
import { createLog } from '../../../server/log/log.ts';
import { startServer } from '../../../server/start.ts';
import { openStore } from '../../../server/store/open.ts';
import { plainRenderer } from '../../contracts/http/plain-renderer.ts';

const [, , folder = '.', variant = 'row', databaseUrl] = process.argv;
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
const site = join(import.meta.dirname, '../../fixtures/sites', variant === 'deliveries' ? 'deliveries' : 'bench');

/** A webhook with the e-mail address. */
const intake: Pick<IntakeDefinition, 'id' | 'deliver'> = {
  id: 'lead',
  deliver: { crm: { kind: 'webhook', destination: 'crm', body: { members: { subject: { code: ['$', 'email'] } } } } },
};
const deliveries = messageEntries(
  intake,
  { crm: 'waiting' },
  {
    plan: deliveryPlanOf({ locale: 'pt-BR', timeZone: 'America/Sao_Paulo' }, intake),
    ...{ visitor: null, sender: unknownSender, evaluate: () => null },
  },
);

/** Starts the service that messages are sent to, in a process of its own. @returns its address */
async function startReceiver(): Promise<string> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  return await new Promise((resolve) => child.once('message', (address) => resolve(String(address))));
}
const receiver = variant === 'deliveries' ? await startReceiver() : '';

const { port } = await startServer({
  env: { CRM_URL: receiver, CRM_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`, CHAT_URL: receiver },
  config: { ...config, funnelsDir: site },
  log: createLog({ level: config.logLevel, write: (lines) => writeSync(file, lines) }),
  renderer: plainRenderer(),
  load: (funnels, options) => loadFolder(funnels, options),
  async openStore(_dir, events) {
    const store = await openStore(config, events);
    if (variant !== 'row') return store;
    return { ...store, submit: (submission) => store.submit({ ...submission, deliveries }) };
  },
  builtDir: join(folder, 'built'),
  show: (text) => process.stderr.write(text),
  fatal: () => process.exit(1),
  watch: false,
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.(port);
