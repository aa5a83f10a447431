/** What the loader makes of short forms. `npm run generate` writes the files; review their changes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writtenFixture, writtenNames } from '../../../tools/written-fixtures.ts';

test.for(writtenNames)('each value of %s is written out, with its place', async (name) => {
  const file = new URL(`../../fixtures/written/${name}.txt`, import.meta.url);
  expect((await writtenFixture(name)).split('\n')).toEqual(readFileSync(file, 'utf8').split('\n'));
});
