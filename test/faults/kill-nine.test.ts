/**
 * kill -9 during writes: everything acknowledged is stored exactly once. ROUNDS=20 for more than the default of four.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, type Printed, startWriter, WRITER_LOOPS } from './rounds.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 4);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kill-nine-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a writer and kills it at a random time after its first acknowledgement. */
async function killedWriter(data: string, prefix: string, mode?: 'early'): Promise<Printed> {
  const writer = startWriter(data, join(folder, `${prefix}.txt`), mode ? [prefix, mode] : [prefix]);
  while (writer.printed().ack.length === 0) {
    if (writer.child.exitCode !== null) throw new Error('the writer ended by itself');
    await sleep(5);
  }
  await sleep(Math.random() * 300);
  writer.child.kill('SIGKILL');
  await writer.ended;
  expect(writer.child.signalCode).toBe('SIGKILL');
  return writer.printed();
}

test(`${ROUNDS} kills: nothing acknowledged is lost, and nothing is stored twice`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  const data = join(folder, 'data');
  let acknowledged = 0;
  let unacknowledged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const printed = await killedWriter(data, `r${round}`);
    const verdict = await inspect(data, printed);

    expect(verdict).toEqual({ ...verdict, lost: [], twice: [], notReplayed: [], notOnceAfterRetry: [] });
    acknowledged += printed.ack.length;
    unacknowledged += verdict.unacknowledged.length;
  }
  console.log(
    `${ROUNDS} kills, ${acknowledged} acknowledged, 0 lost, ${unacknowledged} stored but not acknowledged before the kill`,
  );
  expect(acknowledged).toBeGreaterThan(ROUNDS * WRITER_LOOPS);
});

// A kill between the commit and the next printed line loses nothing, so one early round may look clean: rounds are
// repeated until one shows a loss.
test('negative control: detects a writer that acknowledges before the commit', { timeout: 200_000 }, async () => {
  for (let round = 0; round < 20; round++) {
    const data = join(folder, `early-${round}`);
    const { lost } = await inspect(data, await killedWriter(data, `early${round}`, 'early'));
    if (lost.length > 0) return;
  }
  throw new Error('20 rounds of acknowledging too early, and not one lost key was seen');
});
