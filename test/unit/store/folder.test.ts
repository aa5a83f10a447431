/** The permissions of a data folder. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePrivate, prepareFolder } from '../../../server/store/folder.ts';
import { storeErrorOf } from '../../contracts/store/submissions.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'folder-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (...path: string[]) => (statSync(join(dir, ...path)).mode & 0o777).toString(8);

test('a folder is created with its parents', async () => {
  expect(prepareFolder(join(dir, 'a', '..', 'b', 'c'))).toBe(join(dir, 'b', 'c'));
  expect([modeOf('b'), modeOf('b', 'c')]).toEqual(['700', '700']);
  writeFileSync(join(dir, 'file'), '');
  const error = await storeErrorOf((async () => prepareFolder(join(dir, 'file')))());
  expect([error.code, error.message]).toEqual([
    'STORE_FOLDER',
    `The data folder is unusable: ${join(dir, 'file')} (EEXIST).`,
  ]);
});

describe.skipIf(process.platform === 'win32')('making a folder private', () => {
  test('takes the permissions of others from what is the server’s, and leaves stricter ones', () => {
    mkdirSync(join(dir, 'traces', 'day'), { recursive: true });
    writeFileSync(join(dir, 'traces', 'day', 'a.jsonl'), '');
    writeFileSync(join(dir, 'visits.key'), '');
    writeFileSync(join(dir, 'tokens.json'), '');
    for (const [path, mode] of [
      ['', 0o755],
      ['traces', 0o755],
      ['traces/day', 0o750],
      ['traces/day/a.jsonl', 0o644],
      ['visits.key', 0o400],
      ['tokens.json', 0o660],
    ] as const)
      chmodSync(join(dir, path), mode);
    expect(makePrivate(dir)).toEqual([]);
    expect([modeOf(), modeOf('traces'), modeOf('traces', 'day'), modeOf('traces', 'day', 'a.jsonl')]).toEqual([
      ...['700', '700', '700', '600'],
    ]);
    expect([modeOf('visits.key'), modeOf('tokens.json')]).toEqual(['400', '600']);
  });

  test('leaves a folder with files of others, and what a link leads to', () => {
    chmodSync(dir, 0o755);
    writeFileSync(join(dir, 'mine'), '');
    chmodSync(join(dir, 'mine'), 0o644);
    symlinkSync(join(dir, 'mine'), join(dir, 'tokens.json'));
    expect(makePrivate(dir)).toEqual([dir]);
    expect([modeOf(), modeOf('mine')]).toEqual(['755', '644']);
    chmodSync(dir, 0o700);
    expect(makePrivate(dir)).toEqual([]);
  });
});
