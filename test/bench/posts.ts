/**
 * Leads per second, compared with bare servers without checks: 64 connections, one durable insert per request, each
 * server in its own process, loopback only. Rounds are interleaved, because the machine is shared. Every request is
 * another visitor's, with a key and an address: ours validates it, counts it against the shared rate limit and stores
 * lead, key and outbox row.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { canStartPostgres, createDatabase, startPostgres } from '../harness/postgres.ts';

/** The bare servers, by how they commit, and ours; the first argument chooses the variant of `bare.ts`. */
const variants = {
  single: { file: 'bare.ts', args: ['single'] },
  grouped: { file: 'bare.ts', args: ['grouped'] },
  minimal: { file: 'bare.ts', args: ['minimal'] },
  ours: { file: 'ours.ts', args: [] },
  groupedPostgres: { file: 'bare-postgres.ts', args: [] },
  oursPostgres: { file: 'ours.ts', args: [] },
} as const;
type Variant = keyof typeof variants;

/** Requests per second (the median of the rounds) and milliseconds at the 99th percentile (the worst round). */
export interface PostRate {
  readonly rate: number;
  readonly p99: number;
}

/** The variants by store; ours is compared with the others of its store. */
export const variantsOf = {
  sqlite: ['single', 'grouped', 'minimal', 'ours'],
  postgres: ['groupedPostgres', 'oursPostgres'],
} as const satisfies Record<string, readonly Variant[]>;

export const canCompare = (store: keyof typeof variantsOf): boolean => store === 'sqlite' || canStartPostgres;

let sent = 0;
const visitor = (): { headers: Record<string, string>; body: string } => {
  sent += 1;
  const email = `ana.${process.pid}.${sent}@x.example`;
  return {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-${process.pid}-${sent}`,
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
  startChild(['ours.ts', folder]);

/** Posts leads for some seconds, or an amount of them. @throws Error when one is refused */
export async function postLeads(
  port: number,
  size: { readonly duration: number } | { readonly amount: number },
): Promise<PostRate> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/api/lead`,
    connections: 64,
    ...size,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...visitor() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
}

const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
};

/**
 * Compares the servers of a store.
 * @param seconds duration of each round, after a warm-up of one second
 */
export async function comparePosts<Store extends keyof typeof variantsOf>(
  store: Store,
  rounds = 3,
  seconds = 2,
): Promise<Readonly<Record<(typeof variantsOf)[Store][number], PostRate>>> {
  const names: readonly Variant[] = variantsOf[store];
  const folders = await Promise.all(names.map(() => mkdtemp(join(tmpdir(), 'bench-posts-'))));
  const postgres = store === 'postgres' ? await startPostgres(true) : null;
  const servers: { child: ChildProcess; port: number }[] = [];
  try {
    for (const [index, name] of names.entries()) {
      const { file, args } = variants[name];
      const database = postgres === null ? [] : [(await createDatabase(postgres.url)).url];
      servers.push(await startChild([file, folders[index] as string, ...args, ...database]));
    }
    const seen = names.map((): PostRate[] => []);
    for (const { port } of servers) await postLeads(port, { duration: 1 });
    for (let round = 0; round < rounds; round += 1)
      for (const [index, { port }] of servers.entries())
        seen[index]?.push(await postLeads(port, { duration: seconds }));
    return Object.fromEntries(
      names.map((name, index) => {
        const runs = seen[index] as PostRate[];
        return [
          name,
          { rate: Math.round(middle(runs.map(({ rate }) => rate))), p99: Math.max(...runs.map(({ p99 }) => p99)) },
        ];
      }),
    ) as Record<Variant, PostRate>;
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await postgres?.remove();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

if (process.argv[1] === import.meta.filename)
  for (const store of Object.keys(variantsOf) as (keyof typeof variantsOf)[])
    console.log(JSON.stringify(await comparePosts(store), null, 2));
