import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../server/cli/main.ts';

const fixture = join(import.meta.dirname, '../../fixtures/old-words');
let folder: string;
let out: string;
let err: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-words-'));
  await cp(fixture, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

async function funnel(...args: string[]): Promise<number> {
  [out, err] = ['', ''];
  const output = {
    out: (text: string) => {
      out += `${text}\n`;
    },
    err: (text: string) => {
      err += `${text}\n`;
    },
    colours: false,
  };
  return main(args, output);
}
const read = (path: string) => readFile(join(folder, path), 'utf8');

test('--dry-run lists every word with its line and changes nothing', async () => {
  expect(await funnel('migrate', folder, '--dry-run')).toBe(0);
  const before = await readFile(join(fixture, 'story.page.yaml'), 'utf8');
  expect(await read('story.page.yaml')).toBe(before);
  const line = before.split('\n').findIndex((text) => text.startsWith('each:')) + 1;
  expect(out).toContain(`story.page.yaml\n  ${line}: each → forEach\n`);
  expect(out).toMatch(/\d+ words would be renamed in \d+ files\.\n$/);
});

test('rewrites the folder once', async () => {
  expect(await funnel('migrate', folder)).toBe(0);
  expect(out).toMatch(/\d+ words renamed in \d+ files\.\n$/);
  expect(await read('story.page.yaml')).toContain('\nforEach: stories\n');
  expect(await funnel('check', folder)).toBe(1);
  expect(out).not.toContain('shape-');
  expect(await funnel('migrate', folder)).toBe(0);
  expect(out).toBe('No old words.\n');
});

test('reports a file that cannot be parsed, leaves it, and rewrites the others', async () => {
  const broken = 'page: broken\neach: [\n';
  await writeFile(join(folder, 'broken.page.yaml'), broken);
  expect(await funnel('migrate', folder)).toBe(1);
  expect(err).toMatch(/^broken\.page\.yaml:\d+:\d+ error yaml-syntax\n/);
  expect(await read('broken.page.yaml')).toBe(broken);
  expect(await read('story.page.yaml')).toContain('\nforEach: stories\n');
});

test('check names the new word at the place of the old one', async () => {
  expect(await funnel('check', folder)).toBe(1);
  const line = (await read('story.page.yaml')).split('\n').findIndex((text) => text.startsWith('each:')) + 1;
  expect(out).toContain(
    `story.page.yaml:${line}:1 error shape-renamed-key\n  \`each\` is now \`forEach\`.\n  \`npx funnel migrate funnels\` rewrites it`,
  );
});

test('a folder that does not exist is a mistaken call', async () => {
  expect(await funnel('migrate', join(folder, 'none'))).toBe(2);
  expect(err).toContain('There is no folder');
});
