/** `funnel expand`: the long files of a funnel in one file. */

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { copyFixture, fixtureFolder } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';

const expand = (...args: string[]) => runFunnel(['expand', ...args]);

const folder = fixtureFolder('short');

test('prints each file after its name, ready to take the place of the short one', async () => {
  const { code, out, err } = await expand('aviso', folder);
  expect([code, err]).toEqual([0, '']);
  const printed = out.split(/^# (?=aviso\/)/m).slice(1);
  const long = printed.map((text) => ({ path: text.split('\n')[0] as string, text }));
  expect(long.map(({ path }) => path)).toEqual(
    ['page', 'flow', 'form', 'api'].map((kind) => `aviso/aviso.${kind}.yaml`),
  );
  expect(out).toContain(
    '# yaml-language-server: $schema=../../schemas/generated/editor/flow.schema.json\nflow: aviso\n',
  );
  const { files } = await readDefinitionFiles(folder);
  const others = files.filter(({ path }) => path !== 'aviso/aviso.funnel.yaml');
  const whole = [...others, ...long.map(({ path, text }) => ({ path, text: `# ${text}` }))];
  expect(loadSite(whole, { hash: fingerprint }).problems).toEqual([]);
});

test('names the funnel that was meant, and a folder that does not exist', async () => {
  expect(await expand('avizo', folder)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('mean aviso?'),
  });
  expect(await expand('aviso', `${folder}/none`)).toMatchObject({ code: 2, out: '' });
  expect(await expand()).toMatchObject({ code: 2, err: expect.stringContaining('Name the funnel to expand.') });
});

test.each(['yml', 'json'])('finds funnels and settings in .%s files, too', async (ending) => {
  const { files } = await readDefinitionFiles(folder);
  const renamed = files.map(({ path, text }) => ({
    path: path.replace(/yaml$/, ending),
    text: ending === 'json' ? JSON.stringify(parse(text), null, 2) : text,
  }));
  const made = expandFunnel(renamed, 'aviso');
  expect(made.report.problems).toEqual([]);
  expect(made.path).toBe(`aviso/aviso.funnel.${ending}`);
  expect(made.files).toEqual(expandFunnel(files, 'aviso').files);
});

test('shows the mistakes of a funnel instead', async () => {
  const faulty = copyFixture('short', [['aviso/aviso.funnel.yaml', 'fields:', 'begin: Go\nfields:']]);
  const { code, out, err } = await expand('aviso', faulty);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('aviso/aviso.funnel.yaml:7:1');
});
