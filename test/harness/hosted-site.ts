/** Servers of a worker's test files in one process, for tests that need no process of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCommand, HostReply } from './site-host.ts';
import { freePort, projectRoot, type SiteOptions, type SiteServer, siteEnv, testDataFolder } from './site-server.ts';

/** A server that cannot be killed alone: its process has others. */
export type HostedSite = Pick<SiteServer, 'url' | 'dataDir' | 'output' | 'remove'>;

interface Hosted {
  text: string;
  settle(failure?: Error): void;
}

interface Host {
  readonly child: ChildProcess;
  /** Its servers by their number. */
  readonly sites: Map<number, Hosted>;
}

let host: Host | undefined;
let count = 0;

/** The worker's process of servers. It ends with the worker, which ends their connection. */
function openHost(): Host {
  if (host?.child.connected === true) return host;
  const child = spawn(join(projectRoot, 'node_modules/.bin/node'), ['test/harness/site-host.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const sites = new Map<number, Hosted>();
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  child.on('message', (reply: HostReply) => {
    const site = sites.get(reply.id);
    if (site === undefined) return;
    if ('printed' in reply) site.text += reply.printed;
    else site.settle('failed' in reply ? new Error(`${reply.failed}\n${site.text}`) : undefined);
  });
  child.once('exit', (code) => {
    for (const site of sites.values())
      site.settle(new Error(`The process of the servers ended with ${code}:\n${printed}`));
  });
  host = { child, sites };
  return host;
}

/** Sends a command about a server, and waits until it is done. */
function command({ child, sites }: Host, id: number, message: HostCommand): Promise<void> {
  const site = sites.get(id) as Hosted;
  return new Promise((done, fail) => {
    site.settle = (failure) => (failure === undefined ? done() : fail(failure));
    child.send(message);
  });
}

/** Starts a server over a funnels folder in the worker's process of servers. The build must be there. */
export async function hostSite(options: Omit<SiteOptions, 'root'> = {}): Promise<HostedSite> {
  const opened = openHost();
  count += 1;
  const id = count;
  const dataDir = testDataFolder();
  const port = await freePort();
  const url = `http://${options.host ?? 'localhost'}:${port}`;
  const site: Hosted = { text: '', settle: () => {} };
  opened.sites.set(id, site);
  await command(opened, id, { start: id, env: siteEnv({ ...options, port, url, dataDir }) });
  return {
    url,
    dataDir,
    output: () => site.text,
    remove: async () => {
      if (opened.child.connected) await command(opened, id, { stop: id });
      opened.sites.delete(id);
      // What the server has begun to write arrives for a moment.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
