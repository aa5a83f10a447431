/**
 * Leads per second, compared with bare servers without checks: 64 connections, one durable insert per request, each
 * server in its own process, loopback only. Rounds are interleaved, because the machine is shared. Every request is
 * another visitor's, with a key and an address: ours validates it, counts it against the shared rate limit and stores
 * lead, key and message.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { writeChoice } from '../../engine/consent/consent.ts';
import { writeTouch } from '../../server/attribution/touch.ts';
import { canStartPostgres, createDatabase, startPostgres } from '../harness/postgres.ts';

/** The bare servers, by how they commit, and ours; the first argument chooses the variant of `bare.ts`. */
const variants = {
  single: { file: 'bare.ts', args: ['single'] },
  grouped: { file: 'bare.ts', args: ['grouped'] },
  minimal: { file: 'bare.ts', args: ['minimal'] },
  ours: { file: 'ours.ts', args: ['row'] },
  // Without and with messages to a local service, consent and attribution.
  plain: { file: 'ours.ts', args: ['plain'] },
  deliveries: { file: 'ours.ts', args: ['deliveries'] },
  // One batch at a time, as ours, and three.
  groupedPostgres: { file: 'bare-postgres.ts', args: ['1'] },
  overlappingPostgres: { file: 'bare-postgres.ts', args: ['3'] },
  oursPostgres: { file: 'ours.ts', args: ['row'] },
  plainPostgres: { file: 'ours.ts', args: ['plain'] },
  deliveriesPostgres: { file: 'ours.ts', args: ['deliveries'] },
} as const;
type Variant = keyof typeof variants;

/** The medians of the rounds. */
export interface PostRate {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds at the 99th percentile. */
  readonly p99: number;
}

/** A run of one server in a comparison. */
interface PostRun extends PostRate {
  /** Microseconds of processor time of the server's process for each lead; null for a bare server, which counts none. */
  readonly processor: number | null;
}

/** The variants by store; the last one is ours, which is compared with the others. */
export const variantsOf = {
  sqlite: ['single', 'grouped', 'minimal', 'ours'],
  postgres: ['groupedPostgres', 'overlappingPostgres', 'oursPostgres'],
  deliveries: ['grouped', 'plain', 'deliveries'],
  deliveriesPostgres: ['groupedPostgres', 'plainPostgres', 'deliveriesPostgres'],
} as const satisfies Record<string, readonly Variant[]>;

interface Server {
  readonly name: Variant;
  readonly child: ChildProcess;
  readonly port: number;
}

const needsPostgres = (store: keyof typeof variantsOf): boolean => store.toLowerCase().includes('postgres');

export const canCompare = (store: keyof typeof variantsOf): boolean => !needsPostgres(store) || canStartPostgres;

/** What a browser sends that has consented, and whose sources are known. */
const touch = writeTouch({ utm_source: 'instagram', utm_campaign: 'guia', path: '/', at: '2026-11-23T00:00:00.000Z' });
const cookies = [
  `consent=${writeChoice({ version: '2026-11', granted: ['analytics', 'marketing'], id: 'abcdefghijklmnop' })}`,
  'visitor=01234567-89ab-4cde-8f01-23456789abcd',
  ...[`touch_first=${touch}`, `touch_last=${touch}`],
].join('; ');

let sent = 0;
const visitor = (): { headers: Record<string, string>; body: string } => {
  sent += 1;
  const email = `ana.${process.pid}.${sent}@x.example`;
  return {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-${process.pid}-${sent}`,
      cookie: cookies,
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    },
    body: JSON.stringify({ name: 'Ana Maria Souza', email, phone: '(11) 98765-4321' }),
  };
};

async function startChild(args: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  const [file = '', ...rest] = args;
  const child = fork(join(import.meta.dirname, 'posts', file), rest, { stdio: 'inherit' });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { child, port };
}

/** Starts the product's server over a data folder. */
export const startOurs = (folder: string): Promise<{ child: ChildProcess; port: number }> =>
  startChild(['ours.ts', folder, 'row']);

/** Posts leads for some seconds, or an amount of them. @throws Error when one is refused */
export async function postLeads(
  port: number,
  size: ({ readonly duration: number } | { readonly amount: number }) & {
    readonly connections?: number;
    /** Requests per second of all connections; unlimited by default. */
    readonly overallRate?: number;
  },
): Promise<PostRate & { readonly leads: number }> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/api/lead`,
    connections: 64,
    ...size,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...visitor() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  const leads = result.requests.total;
  return { leads, rate: leads / result.duration, p99: result.latency.p99 };
}

/** The processor time that a server has taken, in microseconds. */
const processorTime = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', (used) => resolve(Number(used)));
    child.send('processor time');
  });

/** Posts leads to one server for some seconds, while the others are stopped: they send what they have in their outbox. */
async function postInTurn(server: Server, others: readonly Server[], seconds: number): Promise<PostRun> {
  const { name, child, port } = server;
  for (const other of others) other.child.kill(other === server ? 'SIGCONT' : 'SIGSTOP');
  if (variants[name].file !== 'ours.ts') return { ...(await postLeads(port, { duration: seconds })), processor: null };
  const before = await processorTime(child);
  const posted = await postLeads(port, { duration: seconds });
  return { ...posted, processor: ((await processorTime(child)) - before) / posted.leads };
}

export const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
};

export interface PostComparison<Name extends Variant> {
  readonly rates: Readonly<Record<Name, PostRate>>;
  /** The rate of ours divided by that of another: the median over the rounds, whose runs follow each other. */
  oursBy(other: Name): number;
  /** The same for the processor time of a lead; both servers are ours. */
  processorBy(other: Name): number;
}

/**
 * Compares the servers of a store.
 * @param seconds duration of each run, after a warm-up
 */
export async function comparePosts<Store extends keyof typeof variantsOf>(
  store: Store,
  rounds = 7,
  seconds = 1.5,
): Promise<PostComparison<(typeof variantsOf)[Store][number]>> {
  const names: readonly Variant[] = variantsOf[store];
  const folders = await Promise.all(names.map(() => mkdtemp(join(tmpdir(), 'bench-posts-'))));
  const postgres = needsPostgres(store) ? await startPostgres(true) : null;
  const servers: Server[] = [];
  const runs: Partial<Record<Variant, PostRun[]>> = {};
  try {
    for (const [index, name] of names.entries()) {
      const { file, args } = variants[name];
      const database = postgres === null ? [] : [(await createDatabase(postgres.url)).url];
      servers.push({ name, ...(await startChild([file, folders[index] as string, ...args, ...database])) });
      runs[name] = [];
    }
    // Code is still being compiled during the first thousands of requests, in larger programs for longer.
    for (const { port } of servers) await postLeads(port, { duration: 4 });
    for (let round = 0; round < rounds; round += 1)
      // In both orders, because the run after another one may find a slower disk.
      for (const server of round % 2 === 0 ? servers : servers.toReversed())
        runs[server.name]?.push(await postInTurn(server, servers, seconds));
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await postgres?.remove();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
  const runsOf = (name: Variant): readonly PostRun[] => runs[name] as PostRun[];
  /** A quantity of ours divided by that of another in each round; the median. */
  const ratio = (other: Variant, quantity: (run: PostRun) => number): number => {
    const others = runsOf(other);
    return middle(
      runsOf(names.at(-1) as Variant).map((run, round) => quantity(run) / quantity(others[round] as PostRun)),
    );
  };
  return {
    rates: Object.fromEntries(
      names.map((name) => [
        name,
        {
          rate: Math.round(middle(runsOf(name).map(({ rate }) => rate))),
          p99: middle(runsOf(name).map(({ p99 }) => p99)),
        },
      ]),
    ) as Record<Variant, PostRate>,
    oursBy: (other) => ratio(other, ({ rate }) => rate),
    processorBy: (other) => ratio(other, ({ processor }) => processor ?? Number.NaN),
  };
}
