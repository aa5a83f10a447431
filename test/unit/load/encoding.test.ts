import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { base, baseEdited, load } from './fixtures.ts';

describe('a file that is not UTF-8 is refused at its first invalid byte', () => {
  const text = 'page: notes\ntitle: Notes\npaths: [/notes]\nblocks:\n  - { type: text, title: Ação e reação }\n';
  test.each([
    ['Latin-1', Buffer.from(text, 'latin1'), 5, 27],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]), 1, 1],
    ['a sequence cut off', Buffer.from(text).subarray(0, Buffer.from(text).indexOf('ç') + 1), 5, 27],
  ])('%s', async (_, bytes, line, column) => {
    const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
    writeFileSync(join(folder, 'notes.page.yaml'), bytes);
    const { files } = await readDefinitionFiles(folder);
    const { problems, site } = load([...base, ...files]);
    expect(site).toBeNull();
    expect(problems).toMatchObject([{ code: 'file-encoding', file: 'notes.page.yaml', line, column }]);
  });
  test('UTF-8 with a byte order mark is accepted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
    writeFileSync(join(folder, 'notes.page.yaml'), Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]));
    const { files } = await readDefinitionFiles(folder);
    expect(load([...base, ...files]).problems).toEqual([]);
  });
});

describe('a tab as indentation is one error with a hint about tabs', () => {
  test.each([
    ['before an item', '  - type: text\n    id: top', '\t- type: text\n\t  id: top', '5:1'],
    ['before a key', '    id: top', '\tid: top', '6:1'],
    ['behind spaces', '    id: top', '  \tid: top', '6:3'],
  ])('%s', (_, from, to, where) => {
    const { problems } = load(baseEdited('terms.page.yaml', from, to));
    expect(problems.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([`yaml-tab ${where}`]);
    expect(problems[0]?.hint).toContain('each tab by two spaces');
  });
  test('a tab elsewhere is accepted', () => {
    expect(load(baseEdited('terms.page.yaml', 'id: top', 'id:\ttop')).problems).toEqual([]);
  });
});
