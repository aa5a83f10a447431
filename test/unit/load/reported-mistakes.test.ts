/** The mistakes reported for wrong definitions, with their places. `npm run generate` writes them; review their changes. */
import { expect, test } from 'vitest';
import { mistakeCases, mistakeFiles, mistakesFound } from '../../../tools/mistake-cases.ts';
import { load } from './fixtures.ts';

test.for(mistakeFiles.flatMap((name) => mistakeCases(name).map((each) => [`${name}: ${each.title}`, each] as const)))(
  '%s',
  async ([, each]) => {
    const found = await mistakesFound(each, (files, words) => load(files, undefined, words));
    expect(found).toEqual(each.mistakes);
  },
);
