/** When messages are sent while submissions arrive. */
import { expect, test } from 'vitest';
import { createPace } from '../../../server/outbox/pace.ts';

async function waited(pace: ReturnType<typeof createPace>): Promise<number> {
  const begun = performance.now();
  await pace.whenCalm();
  return performance.now() - begun;
}

test('messages wait while submissions arrive faster than they could be sent, and no longer than a second', async () => {
  const pace = createPace();
  const arrivals = setInterval(() => {
    // So many that a pause of a busy machine does not lower their rate below the limit.
    for (let count = 0; count < 5_000; count += 1) pace.arrived();
  }, 20);
  try {
    // The process itself is idle.
    expect(await waited(pace)).toBeGreaterThan(950);
  } finally {
    clearInterval(arrivals);
  }
});

test('messages wait after a group of submissions until no more arrive', async () => {
  const pace = createPace();
  for (let count = 0; count < 200; count += 1) pace.arrived();
  expect(await waited(pace)).toBeGreaterThan(400);
});
