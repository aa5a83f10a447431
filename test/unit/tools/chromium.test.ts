import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playwrightDisabled } from '../../../tools/chromium.ts';

test('the features that Playwright disables stay disabled beside ours', () => {
  const own = createRequire(createRequire(import.meta.url).resolve('playwright/package.json'));
  const bundle = readFileSync(join(own.resolve('playwright-core/package.json'), '../lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]\.filter/s.exec(bundle) ?? [];
  const names = [...list.replace(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(names).not.toEqual([]);
  expect(playwrightDisabled).toEqual(names);
});
