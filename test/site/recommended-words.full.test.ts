/** What comments of the site recommend is accepted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyEdits, copyFunnels } from '../harness/funnels-copy.ts';
import { loadShared } from '../harness/load-site.ts';

test('the phase that a comment of site.yaml recommends is a phase', async () => {
  const folder = copyFunnels();
  const text = readFileSync(join(folder, 'site.yaml'), 'utf8');
  const [, word = ''] = /Write `(\w+)` and they change/.exec(text) ?? [];
  expect(word).not.toBe('');
  applyEdits(folder, [['site.yaml', 'phase: before', `phase: ${word}`]]);
  const { problems } = await loadShared(folder);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
