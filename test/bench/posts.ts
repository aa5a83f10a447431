/**
 * Leads per second, compared with a bare server without checks: 64 connections, one durable insert per request, each
 * server in its own process, loopback only, about 20 s. Rounds are interleaved, because the machine is shared.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const variants = {
  single: { file: 'bare.ts', args: ['single'] },
  grouped: { file: 'bare.ts', args: ['grouped'] },
  minimal: { file: 'bare.ts', args: ['minimal'] },
  ours: { file: 'ours.ts', args: [] },
} as const;
type Variant = keyof typeof variants;

export interface PostRates {
  /** Requests per second, the median of the rounds. */
  readonly rates: Readonly<Record<Variant, number>>;
  /** Milliseconds at the 99th percentile, the worst round. */
  readonly p99: Readonly<Record<Variant, number>>;
  /** Our rate divided by that of the bare server that commits each request separately. The goal is at least 0.5. */
  readonly toSingle: number;
  /** Our rate divided by that of the bare server that commits in groups. The goal is at least 0.5. */
  readonly toGrouped: number;
  /**
   * Our rate divided by that of one row in one table, without an index and without a key: the total cost of checks and
   * proofs.
   */
  readonly toMinimal: number;
}

// Another address in each request, so that each is a separate lead.
const body = JSON.stringify({ name: 'Ana Maria Souza', email: '[<id>]@x.example', phone: '(11) 98765-4321' });

async function startChild(variant: Variant, folder: string): Promise<{ child: ChildProcess; port: number }> {
  const { file, args } = variants[variant];
  const child = fork(join(import.meta.dirname, 'posts', file), [folder, ...args], { stdio: 'inherit' });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { child, port };
}

async function fire(port: number, seconds: number): Promise<{ rate: number; p99: number }> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/api/lead`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    idReplacement: true,
    connections: 64,
    duration: seconds,
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

/** Compares the servers. @param seconds duration of each round, after a warm-up of one second */
export async function comparePosts(rounds = 2, seconds = 1.8): Promise<PostRates> {
  const names = Object.keys(variants) as Variant[];
  const folders = await Promise.all(names.map(() => mkdtemp(join(tmpdir(), 'bench-posts-'))));
  const servers = await Promise.all(names.map((name, index) => startChild(name, folders[index] as string)));
  try {
    const seen = Object.fromEntries(names.map((name) => [name, [] as { rate: number; p99: number }[]])) as Record<
      Variant,
      { rate: number; p99: number }[]
    >;
    for (const { port } of servers) await fire(port, 0.7);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, name] of names.entries())
        seen[name].push(await fire((servers[index] as { port: number }).port, seconds));
    }
    const each = <To>(of: (runs: { rate: number; p99: number }[]) => To) =>
      Object.fromEntries(names.map((name) => [name, of(seen[name])])) as Record<Variant, To>;
    const rates = each((runs) => Math.round(middle(runs.map(({ rate }) => rate))));
    return {
      rates,
      p99: each((runs) => Math.max(...runs.map(({ p99 }) => p99))),
      toSingle: rates.ours / rates.single,
      toGrouped: rates.ours / rates.grouped,
      toMinimal: rates.ours / rates.minimal,
    };
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await comparePosts(), null, 2));
