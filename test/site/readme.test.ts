/** The first funnel in the README works when it is added to the site. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSite } from '../../engine/load/load-site.ts';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { projectRoot } from '../harness/site-server.ts';

/** The YAML examples in a document that name their file. */
const examplesIn = (document: string): { path: string; text: string }[] =>
  [...readFileSync(join(projectRoot, document), 'utf8').matchAll(/```yaml\n# funnels\/(\S+)\n([\s\S]*?)```/g)].map(
    ([, path, text]) => ({ path: path as string, text: text as string }),
  );

test('the first funnel in the README passes the check together with the site', async () => {
  const examples = examplesIn('README.md');
  expect(examples.map(({ path }) => path)).toEqual(['waitlist/waitlist.funnel.yaml']);
  // The line with the name of the file counts.
  for (const { text } of examples) expect(text.trimEnd().split('\n').length + 1).toBeLessThanOrEqual(25);
  const { files, assets } = await readDefinitionFiles(join(projectRoot, 'funnels'));
  const { site, problems } = loadSite([...files, ...examples], { hash: fingerprint, assets });
  expect(problems).toEqual([]);
  expect(Object.keys(site?.routes ?? {})).toEqual(expect.arrayContaining(['/waitlist', '/waitlist/pronto']));
});
