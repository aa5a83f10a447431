/** `npm run walks [-- count [seed]]`: random taps in the first second of a quiz without and with
 * typed questions, 1,000 walks of each from seed 1 unless given. */
import { spawnSync } from 'node:child_process';

const [count = '1000', seed = '1'] = process.argv.slice(2);
if (![count, seed].every((each) => /^[1-9][0-9]*$/.test(each))) {
  console.error('Usage: npm run walks [-- count [seed]], both whole numbers above 0.');
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/browser/walks.full.test.ts', 'test/browser/typed-walks.full.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, STEP_WALKS: count, STEP_SEED: seed },
  },
);
process.exit(status ?? 1);
