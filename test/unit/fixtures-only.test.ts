/** The engine's unit and contract tests load no definitions of the site: an author's edit cannot break them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../harness/site-server.ts';

/** Ways in which a test reaches `funnels/` of the site. */
const readsSite = [
  /copyFunnels|withPixel/,
  /loadFunnels\(\)/,
  /(loadFolder|readDefinitionFiles)\(\s*(join\([^)]*)?'([^']*\/)?funnels'/,
  /startSite\(\s*(\{(?![^}]*funnels)|\))/,
  /['"/]funnels\/site\.yaml/,
];

/** These read a file that only describes the site, or make a folder of that name. */
const exceptions = [
  'test/unit/fixtures-only.test.ts',
  'test/contracts/http/last-good.full.test.ts',
  'test/contracts/http/shared-versions.test.ts',
  'test/unit/server/own-site-commands.full.test.ts',
  'test/unit/extensions/editor.full.test.ts',
];

test('unit and contract tests run on fixtures', () => {
  const files = ['test/unit', 'test/contracts'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name).replaceAll('\\', '/')),
  );
  expect(files.length).toBeGreaterThan(80);
  const reading = files.filter((file) => {
    if (exceptions.includes(file)) return false;
    const text = readFileSync(join(projectRoot, file), 'utf8');
    return readsSite.some((pattern) => pattern.test(text));
  });
  expect(reading).toEqual([]);
});
