/** Names that no schema checks: files and messages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messagesFor } from '../../../engine/messages/catalogue.ts';
import { schemas } from '../../../schemas/generated/schemas.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { base, baseEdited, load } from './fixtures.ts';

describe('a file that looks like a definition and is not one is reported', () => {
  test.each([
    ['sales/offer.page.json5', 'file-unknown', 'Did you mean offer.page.yaml?'],
    ['sales/offer.flow.yaml.txt', 'file-unknown', 'Did you mean offer.flow.yaml?'],
    ['offer.form.toml', 'file-unknown', 'Did you mean offer.form.yaml?'],
    ['site.jsonc', 'file-unknown', 'Did you mean site.yaml?'],
    ['sales/offer.page.yaml~', 'file-ignored', 'Delete it, or rename it to offer.page.yaml.'],
    ['sales/offer.page.yaml.bak', 'file-ignored', 'Delete it, or rename it to offer.page.yaml.'],
    ['offer.page copy.yaml.txt', undefined, undefined],
    ['sales/assets/offer.page.png', undefined, undefined],
    ['sales/site.json', undefined, undefined],
    ['sales/notes.txt', undefined, undefined],
    ['README.md', undefined, undefined],
  ])('%s', (path, code, hint) => {
    const { problems, site } = load(base, new Set([path]));
    expect(problems).toMatchObject(code === undefined ? [] : [{ code, hint, file: path, line: 1, column: 1 }]);
    expect(site === null).toBe(code === 'file-unknown');
  });
  test.each(['offer.page.YAML', 'offer.page.YML'])('%s', (path) => {
    const { problems } = load([...base, { path, text: 'page: offer\nblocks: []\n' }]);
    expect(problems).toMatchObject([{ code: 'file-unknown', hint: 'Did you mean offer.page.yaml?' }]);
  });
});

test.each(['yaml', 'yml', 'json'])('a file *.page.%s is a definition', async (ending) => {
  const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
  const page = { page: 'offer', title: 'Our offer', paths: ['/offer'], blocks: [{ type: 'text', title: 'Offer' }] };
  writeFileSync(join(folder, `offer.page.${ending}`), JSON.stringify(page, null, 2));
  const { files, assets } = await readDefinitionFiles(folder);
  rmSync(folder, { recursive: true });
  const { problems, site } = load([...base, ...files]);
  expect([problems, [...assets]]).toEqual([[], []]);
  expect(site?.routes['/offer']).toMatchObject({ page: 'offer' });
});

describe('the keys of messages', () => {
  const { messages } = (schemas['site.schema.json'] as { properties: { messages: { properties: object } } }).properties;
  test('are those of the catalogue', () => {
    expect(Object.keys(messages.properties).sort()).toEqual(Object.keys(messagesFor({ locale: 'pt-BR' })).sort());
  });
  test('an unknown one is an error with the nearest one as a hint', () => {
    const { problems } = load(
      baseEdited('site.yaml', 'allowedHosts:', 'messages: { rateLimitd: Slower. }\nallowedHosts:'),
    );
    expect(problems).toMatchObject([
      { code: 'shape-unknown-key', line: 12, column: 13, hint: 'Did you mean rateLimited?' },
    ]);
  });
});
