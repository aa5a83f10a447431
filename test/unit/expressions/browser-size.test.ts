import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

test('the browser’s evaluator contains no parser or checker, and stays under 2.5 KB', async () => {
  const entry = fileURLToPath(new URL('../../../engine/expressions/run.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const [chunk] = output;
  const modules = chunk.moduleIds.map((id) => id.split('/').pop()).sort();
  expect(modules).toEqual([
    'canonical-json.ts',
    'error.ts',
    'evaluate.ts',
    'evaluator.ts',
    'functions.ts',
    'number-functions.ts',
    'operands.ts',
    'render.ts',
    'round.ts',
    'run.ts',
  ]);
  expect(brotliCompressSync(chunk.code).length).toBeLessThan(2500);
});
