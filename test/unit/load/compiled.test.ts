/** What the loader makes of whole sites. `npm run generate` writes the files: read what changes in them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledFixture, compiledNames } from '../../../tools/compiled-fixtures.ts';

test.for(compiledNames)('the site %s is compiled to what is committed', async (name) => {
  const file = new URL(`../../fixtures/compiled/${name}.json`, import.meta.url);
  expect((await compiledFixture(name)).split('\n')).toEqual(readFileSync(file, 'utf8').split('\n'));
});
