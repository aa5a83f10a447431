/** `funnel where-used` on the site: ten names, each compared with the lines that a search for its text finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { projectRoot } from '../harness/site-server.ts';

const folder = join(projectRoot, 'funnels');
const { files } = await readDefinitionFiles(folder);

interface Place {
  readonly does: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly implied: boolean;
}

const whereUsed = async (name: string) => {
  const { code, out, err } = await runFunnel(['where-used', name, folder, '--json']);
  expect([code, err]).toEqual([0, '']);
  return (JSON.parse(out) as { places: Place[] }).places;
};

/** The lines of files that match, without comments. */
const linesWith = (pattern: RegExp, inFiles = /./): string[] =>
  files
    .filter(({ path }) => inFiles.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (pattern.test(line.replace(/(^|\s)#\s.*/, '')) ? [`${path}:${index + 1}`] : [])),
    )
    .sort();

/** Each name with the lines that contain it, found by its text alone. */
const names: readonly (readonly [name: string, pattern: RegExp, inFiles?: RegExp])[] = [
  ['fact:offer.workshop.seats', /facts\.offer\.workshop\.seats|^ {6}seats:/],
  ['fact:contact.whatsapp', /facts\.contact\.whatsapp\b|^ {4}whatsapp:/, /^(?!.*form\.yaml)/],
  [
    'field:identificacao.nome',
    /^ {2}nome:$|user: \{ name: nome|firstName\(nome\)|(fill|errors): \{ nome:/,
    /^diagnostico\//,
  ],
  ['value:guia.aviso', /\baviso\b/, /^guia\/guia\.flow/],
  ['step:inscricao.fechado', /(next|to): fechado\b|^ {2}fechado:/, /^workshop\/inscricao\.flow/],
  ['event:Lead', /(name: |event: |events: \[[^\]]*?)\bLead\b/],
  ['mask:phone-br', /\bphone-br\b/],
  ['part:rodape', /part: rodape\b/],
  [
    'path:/consultoria',
    /leaves: \/consultoria[, ]|(to|path): (\/consultoria|\[\/consultoria\])|\]\(\/consultoria\)|paths: \[\/consultoria/,
  ],
  ['records:diagnostico_leads', /records: diagnostico_leads/],
  ['text:diagnostico.pillars', /texts\.pillars|^ {2}pillars:/, /^diagnostico\//],
  ['overlay:workshop.inscricao-vip', /open: inscricao-vip|^ {2}inscricao-vip:/, /^workshop\//],
];

test.each(names.map(([name, pattern, inFiles]) => ({ name, pattern, inFiles })))(
  '$name',
  async ({ name, pattern, inFiles }) => {
    const expected = linesWith(pattern, inFiles);
    expect(expected.length).toBeGreaterThan(1);
    const places = (await whereUsed(name)).filter(({ implied }) => !implied);
    expect([...new Set(places.map(({ file, line }) => `${file}:${line}`))].sort()).toEqual(expected);
    // Each position is where the name is written.
    const own = name
      .replace(/^[a-z-]+:/, '')
      .split(/\.(?!yaml)/)
      .at(-1) as string;
    for (const { file, line, column } of places) {
      const text = readFileSync(join(folder, file), 'utf8').split('\n')[line - 1] ?? '';
      expect(text.slice(column - 1)).toMatch(new RegExp(`^${own.replace(/[/.]/g, '\\$&')}`));
    }
  },
);

describe('a name', () => {
  test('is found with what it does, and with the calls that send it by name', async () => {
    const places = await whereUsed('identificacao.nome');
    expect(places.map(({ does, file, implied }) => [does, file.split('/').at(-1), implied])).toEqual(
      expect.arrayContaining([
        ['defines', 'identificacao.form.yaml', false],
        ['tracks', 'diagnostico.flow.yaml', false],
        ['posts', 'diagnostico.api.yaml', false],
        ['posts', 'diagnostico.flow.yaml', true],
      ]),
    );
  });

  test('of a page has the links to its addresses', async () => {
    const places = await whereUsed('page:workshop');
    expect(places.filter(({ does }) => does === 'links').map(({ file }) => file)).toEqual([
      'geral/topo.part.yaml',
      'workshop/inscricao.flow.yaml',
    ]);
  });

  test('of several things lists them, and an unknown one the nearest', async () => {
    const several = await runFunnel(['where-used', 'workshop', folder]);
    expect([several.code, several.out]).toEqual([1, '']);
    expect(several.err.split('\n')).toEqual([
      'Several things are named workshop. Write one of these:',
      '  calendar:workshop  (a calendar entry)',
      '  api:workshop  (a file of intakes)',
      '  page:workshop  (a page)',
    ]);
    expect(await runFunnel(['where-used', 'identificacau', folder])).toMatchObject({
      code: 1,
      err: 'Nothing in these definitions is named identificacau. Did you mean identificacao?',
    });
    expect((await runFunnel(['where-used', 'x', `${folder}/none`])).code).toBe(2);
    expect((await runFunnel(['where-used'])).code).toBe(2);
  });
});
