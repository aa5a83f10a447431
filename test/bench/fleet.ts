/**
 * Processor time per page and per lead, of complete servers with everything on: one process with SQLite, and four
 * processes on one PostgreSQL. Processor time depends on other programs less than requests per second do;
 * docs/scale.md computes with it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createDatabase, postgresMissing, startPostgres } from '../harness/postgres.ts';
import { freePort, type SiteServer, startSite } from '../harness/site-server.ts';
import type { Figure } from './figure.ts';

interface Member extends SiteServer {
  readonly adminPort: number;
}

const connections = 64;

async function startMember(env: Record<string, string> = {}): Promise<Member> {
  const adminPort = await freePort();
  const server = await startSite({
    env: { NODE_ENV: 'production', TRUST_PROXY: '1', ADMIN_PORT: String(adminPort), ...env },
  });
  return { ...server, adminPort };
}

/** The processor seconds that a server has used. */
async function cpuOf({ adminPort }: Member): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The processor seconds of a PostgreSQL server: of the postmaster, of its ended children, and of those that run. */
function cpuBelow(postmaster: number): number {
  const ticks = (pid: string): { readonly parent: number; readonly own: number; readonly ended: number } => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return { parent, own: sum(fields.slice(11, 13)), ended: sum(fields.slice(13, 15)) };
  };
  let total = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const { parent, own, ended } = ticks(pid);
      if (Number(pid) === postmaster) total += own + ended;
      else if (parent === postmaster) total += own;
    } catch {
      // It has ended meanwhile.
    }
  }
  return total / 100;
}

let visitor = 0;
/** Each request comes from another address, so that no rate limit applies. */
const nextAddress = (): string => {
  visitor += 1;
  return [10, visitor >> 16, visitor >> 8, visitor].map((part) => part & 255).join('.');
};

interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Processor milliseconds of all servers per request. */
  readonly cpu: number;
  readonly total: number;
}

/** Sends requests over 64 connections, spread over the servers. */
async function fire(members: readonly Member[], seconds: number, lead: boolean): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const one = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const headers = { 'accept-encoding': 'br', 'x-forwarded-for': nextAddress() };
      const email = `p${visitor}.${process.pid}@x.example`;
      const body = JSON.stringify({
        name: 'Ana Maria Souza',
        email,
        phone: '(11) 98765-4321',
        planType: 'vip',
        event: 'x',
      });
      const sent = lead
        ? request(`${url}/api/lista-de-espera`, {
            ...{ agent, method: 'POST' },
            headers: {
              ...headers,
              'content-type': 'application/json',
              'idempotency-key': `bench-${visitor}-${process.pid}`,
            },
          })
        : request(`${url}/workshop`, { agent, headers });
      sent.on('response', (reply) => {
        reply.resume().on('end', () => {
          times.push(performance.now() - started);
          if (reply.statusCode === 200) resolve();
          else reject(new Error(`${url} answered ${reply.statusCode}`));
        });
      });
      sent.on('error', reject).end(lead ? body : undefined);
    });
  const cpuBefore = sum(await Promise.all(members.map(cpuOf)));
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const { url } = members[index % members.length] as Member;
      while (performance.now() < until) await one(url);
    }),
  );
  const took = (performance.now() - began) / 1000;
  const cpu = sum(await Promise.all(members.map(cpuOf))) - cpuBefore;
  agent.destroy();
  const sorted = [...times].sort((a, b) => a - b);
  return {
    perSecond: times.length / took,
    p99: sorted[Math.floor(sorted.length * 0.99)] as number,
    cpu: (cpu * 1000) / times.length,
    total: times.length,
  };
}

const figuresOf = (what: string, { perSecond, p99, cpu }: Load): Figure[] => [
  { what: `fleet: ${what}, processor time of the servers`, value: cpu, unit: 'ms' },
  { what: `fleet: ${what}`, value: perSecond, unit: 'requests/s' },
  { what: `fleet: ${what}, 99th percentile`, value: p99, unit: 'ms' },
];

/** @param seconds duration of each round, after a warm-up of a third of it */
export async function measureFleet(seconds = 6): Promise<Figure[]> {
  const figures: Figure[] = [];
  const measure = async (what: string, members: readonly Member[], lead: boolean): Promise<Load> => {
    await fire(members, seconds / 3, lead);
    const load = await fire(members, seconds, lead);
    figures.push(...figuresOf(what, load));
    return load;
  };
  const alone = await startMember();
  try {
    await measure('a cached page, one process', [alone], false);
    await measure('a lead, one process with SQLite', [alone], true);
  } finally {
    await alone.remove();
  }
  if (postgresMissing !== null) return figures;
  const postgres = await startPostgres(true);
  const members: Member[] = [];
  try {
    const { url, query } = await createDatabase(postgres.url);
    for (const count of [1, 4]) {
      while (members.length < count) members.push(await startMember({ DATABASE_URL: url }));
      const postmaster = Number(readFileSync(`${postgres.folder}/data/postmaster.pid`, 'utf8').split('\n')[0]);
      const before = cpuBelow(postmaster);
      const rows = async (): Promise<number> => Number((await query('select count(*) as n from records'))[0]?.['n']);
      const stored = await rows();
      const what = `a lead, ${count} ${count === 1 ? 'process' : 'processes'} on one PostgreSQL`;
      await measure(what, members, true);
      const leads = (await rows()) - stored;
      figures.push(
        {
          what: `fleet: ${what}, processor time of PostgreSQL`,
          value: ((cpuBelow(postmaster) - before) * 1000) / leads,
          unit: 'ms',
        },
        {
          what: `fleet: ${what}, its connections`,
          value: Number(
            (
              await query(
                'select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
              )
            )[0]?.['n'],
          ),
          unit: 'connections',
        },
      );
      const [size] = await query('select pg_database_size(current_database()) as bytes');
      figures.push({
        what: `fleet: ${what}, bytes per lead with indexes`,
        value: Number(size?.['bytes']) / (await rows()),
        unit: 'bytes',
      });
    }
  } finally {
    for (const member of members) await member.remove();
    await postgres.remove();
  }
  return figures;
}
