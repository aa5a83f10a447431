/** Vitest as Stryker runs it: in one process, the tests that `tools/mutation/mutation.ts` names. */
import { defineConfig } from 'vitest/config';

const patterns = (process.env['MUTATION_TESTS'] ?? '').split(' ');

export default defineConfig({
  publicDir: false,
  logLevel: 'error',
  test: {
    include: patterns.filter((each) => !each.startsWith('!')),
    exclude: patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1)),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
