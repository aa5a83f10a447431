/** Leads of other visitors while 1,500 connections send their requests as slowly as they may. */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { middle, type PostRate, postLeads, startOurs } from './posts.ts';

export interface SlowlorisCost {
  /** The 99th percentile under attack divided by that without, the median of the rounds. */
  readonly ratio: number;
  /** Milliseconds, the medians. */
  readonly calm: number;
  readonly attacked: number;
  /** Leads per second under attack by the rate at which they are posted. */
  readonly served: number;
}

/** Posts leads at a moderate rate, without and under attack in turn. @throws Error when one is refused */
export async function measureSlowloris(connections = 1500, rounds = 5, seconds = 6): Promise<SlowlorisCost> {
  const rate = 100;
  const dir = await mkdtemp(join(tmpdir(), 'bench-slowloris-'));
  const { child, port } = await startOurs(dir);
  const post = (duration = seconds): Promise<PostRate> =>
    postLeads(port, { duration, connections: 10, overallRate: rate });

  async function postUnderAttack(): Promise<PostRate> {
    const attacker = fork(join(import.meta.dirname, 'attacker.ts'), [String(port), String(connections)]);
    try {
      await new Promise((open) => attacker.once('message', open));
      return await post();
    } finally {
      attacker.kill('SIGKILL');
    }
  }
  try {
    await post();
    const calm: PostRate[] = [];
    const attacked: PostRate[] = [];
    for (let round = 0; round < rounds; round += 1) {
      calm.push(await post());
      attacked.push(await postUnderAttack());
      // The server closes the attacker's connections meanwhile, which would count for the next calm round.
      await post(2);
    }
    return {
      ratio: middle(attacked.map(({ p99 }, round) => p99 / (calm[round] as PostRate).p99)),
      calm: middle(calm.map(({ p99 }) => p99)),
      attacked: middle(attacked.map(({ p99 }) => p99)),
      served: middle(attacked.map((each) => each.rate)) / rate,
    };
  } finally {
    child.kill('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  }
}
