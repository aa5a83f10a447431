/** Definitions in `.yml` and `.json` files. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DefinitionFile } from '../../../engine/load/options.ts';
import { createFolderLoader } from '../../../server/definitions/load.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { type ChangedPaths, watchFolder } from '../../../server/definitions/watch.ts';
import { base, baseWith, load } from './fixtures.ts';

type Ending = 'yml' | 'json';

/** A file with another ending. JSON is written as an editor formats it. */
const ended = ({ path, text }: DefinitionFile, ending: Ending): DefinitionFile => ({
  path: path.replace('.yaml', `.${ending}`),
  text: ending === 'json' ? `${JSON.stringify(parse(text), null, 2)}\n` : text,
});

const endings: readonly Ending[] = ['yml', 'json'];

describe.each(endings)('a site in .%s', (ending) => {
  const files = base.map((file) => ended(file, ending));

  test('has the definition that it has in .yaml', () => {
    const { site, problems } = load(files);
    expect(problems).toEqual([]);
    const written = load(base).site;
    expect(site?.pages).toEqual(written?.pages);
    expect(site?.flows).toEqual(written?.flows);
    expect(site?.forms).toEqual(written?.forms);
    expect(site?.intakes).toEqual(written?.intakes);
  });

  test.each([
    ['a misspelt key', 'label', 'lable'],
    ['an unknown value', 'required', 'requierd'],
    ['a faulty expression in a text', 'Tell your name.', "'{{ 1 + }}'"],
  ])('%s has the same message, at its place', (_, was, now) => {
    const path = 'contact.form.yaml';
    const form = base.find((file) => file.path === path) as DefinitionFile;
    const wrong = { path, text: form.text.replace(was, now) };
    expect(wrong.text).not.toBe(form.text);
    const yaml = load(baseWith({ [path]: wrong.text })).problems;
    const other = ended(wrong, ending);
    const found = load(files.map((file) => (file.path === other.path ? other : file))).problems;
    const words = ({ code, message, hint }: (typeof found)[number]): unknown => ({ code, message, hint });
    expect(found.map(words)).toEqual(yaml.map(words));
    expect(found.length).toBeGreaterThan(0);
    for (const { file, line, column, length = 1 } of found) {
      expect(file).toBe(other.path);
      const place = other.text.split('\n')[line - 1]?.slice(column - 1, column - 1 + length);
      const [problem] = yaml;
      const inYaml = wrong.text.split('\n')[(problem?.line ?? 0) - 1] ?? '';
      expect(inYaml).toContain((place ?? '?').replaceAll('"', ''));
    }
  });

  test('and its twin in .yaml are an error', () => {
    const contact = files.find(({ path }) => path.startsWith('contact.form.')) as DefinitionFile;
    const { problems } = load([...base, contact].sort((one, two) => (one.path < two.path ? -1 : 1)));
    expect(problems).toMatchObject([{ code: 'file-twice', line: 1, column: 1 }]);
    expect(problems[0]?.message).toMatch(/^contact\.form\.(yaml|json) has the same name/);
  });
});

test('JSON that is indented with tabs is read', () => {
  const files = base.map((file) => ({ ...ended(file, 'json'), text: JSON.stringify(parse(file.text), null, '\t') }));
  expect(load(files).problems).toEqual([]);
});

test('broken JSON is an error at its place', () => {
  const { problems } = load(
    baseWith({ 'contact.form.yaml': null, 'contact.form.json': '{\n  "form": "contact",\n  "fields": {\n' }),
  );
  expect(problems[0]).toMatchObject({ code: 'yaml-syntax', file: 'contact.form.json' });
  expect(problems[0]?.line).toBeGreaterThanOrEqual(3);
});

describe('in a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'funnels-'));
    for (const { path, text } of base) writeFileSync(join(folder, path), text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('other JSON is an asset', async () => {
    writeFileSync(join(folder, 'data.json'), '{}');
    const { files, assets } = await readDefinitionFiles(folder);
    expect(files.map(({ path }) => path)).not.toContain('data.json');
    expect(assets).toContain('data.json');
  });

  test.each(endings)('an edit of a .%s file is seen and loaded', async (ending) => {
    const form = base.find(({ path }) => path === 'contact.form.yaml') as DefinitionFile;
    const { path, text } = ended(form, ending);
    renameSync(join(folder, form.path), join(folder, path));
    writeFileSync(join(folder, path), text);
    const loader = createFolderLoader();
    expect((await loader(folder)).problems).toEqual([]);
    const reports: ChangedPaths[] = [];
    const watch = watchFolder(folder, (paths) => reports.push(paths));
    try {
      await expect
        .poll(
          () => {
            writeFileSync(join(folder, path), text.replace('required', 'requierd'));
            return reports.length;
          },
          { interval: 200 },
        )
        .toBeGreaterThan(0);
    } finally {
      watch.close();
    }
    expect(reports.some((paths) => paths === null || paths.has(path))).toBe(true);
    const { problems } = await loader(folder, { changed: new Set([path]) });
    expect(problems).toMatchObject([{ file: path, code: 'shape-not-one-of' }]);
  });
});
