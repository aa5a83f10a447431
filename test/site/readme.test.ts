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
  expect(examples.length).toBeGreaterThanOrEqual(4);
  const { files, assets } = await readDefinitionFiles(join(projectRoot, 'funnels'));
  const { problems } = loadSite([...files, ...examples], { hash: fingerprint, assets });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
