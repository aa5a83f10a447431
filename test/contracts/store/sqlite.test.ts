/** Cases that only the SQLite store has: folders, files, full disks, locks of other programs. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toSubject } from '../../../server/store/ids.ts';
import { lockFolder } from '../../../server/store/sqlite/folder-lock.ts';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { openSqliteReader } from '../../../server/store/sqlite/reader.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { USES_FILE } from '../../../server/store/sqlite/uses.ts';
import type { Store } from '../../../server/store/types.ts';
import { fillDisk, freeDisk, mountSmallDisk } from '../../harness/small-disk.ts';
import { newFolder, sqlitePlace } from './stores.ts';
import { collect, storeErrorOf, submissionOf } from './submissions.ts';

const codeOf = (error: { code: string }): string => error.code;

let dir: string;
let unmount: (() => void)[] = [];

beforeEach(() => {
  dir = newFolder();
});

afterEach(() => {
  for (const each of unmount) each();
  unmount = [];
  rmSync(dir, { recursive: true, force: true });
});

describe('the data folder', () => {
  test('is created with its parents, accessible only to the owner', async () => {
    const deep = join(dir, 'a', 'b');
    const store = await openSqliteStore({ dir: deep });
    await store.submit(submissionOf('a'));
    await store.close();

    expect(statSync(deep).mode & 0o777).toBe(0o700);
    expect(readdirSync(deep)).toEqual([DATABASE_FILE]);
  });

  test('that others could read is made private', async () => {
    await (await openSqliteStore({ dir })).close();
    mkdirSync(join(dir, 'traces', '2026-11-20'), { recursive: true });
    writeFileSync(join(dir, 'traces', '2026-11-20', 'a.jsonl'), '{}');
    for (const path of ['', DATABASE_FILE, 'traces', 'traces/2026-11-20', 'traces/2026-11-20/a.jsonl'])
      chmodSync(join(dir, path), path.includes('.') ? 0o644 : 0o755);
    const exposed: unknown[] = [];
    const store = await openSqliteStore({ dir, onExposed: (paths) => exposed.push(paths) });
    await store.submit(submissionOf('a'));
    const modes = ['', ...readdirSync(dir, { recursive: true }).map(String)].map((path) => {
      const found = statSync(join(dir, path));
      return [path, found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600];
    });
    await store.close();

    expect(modes.length).toBeGreaterThan(6);
    expect(modes).toEqual(modes.map(([path, , wanted]) => [path, wanted, wanted]));
    expect(exposed).toEqual([]);
  });

  test('with files of other programs keeps its permissions and is reported; the database is private', async () => {
    writeFileSync(join(dir, 'notes.txt'), 'of another program');
    for (const path of ['', 'notes.txt']) chmodSync(join(dir, path), path === '' ? 0o755 : 0o644);
    const exposed: unknown[] = [];
    const store = await openSqliteStore({ dir, onExposed: (paths) => exposed.push(paths) });
    const modeOf = (path: string) => statSync(join(dir, path)).mode & 0o777;

    expect(exposed).toEqual([[dir]]);
    expect([modeOf(''), modeOf('notes.txt')]).toEqual([0o755, 0o644]);
    expect([modeOf(DATABASE_FILE), modeOf(`${DATABASE_FILE}-wal`)]).toEqual([0o600, 0o600]);
    await store.close();
  });

  test('that cannot be created is refused by name', async () => {
    writeFileSync(join(dir, 'file'), '');
    const error = await storeErrorOf(openSqliteStore({ dir: join(dir, 'file', 'data') }));

    expect(error.code).toBe('STORE_FOLDER');
    expect(error.message).toContain(join(dir, 'file', 'data'));
    expect(error.message).toContain('ENOTDIR');
  });

  test('that is a file is refused', async () => {
    writeFileSync(join(dir, 'file'), '');
    expect((await storeErrorOf(openSqliteStore({ dir: join(dir, 'file') }))).code).toBe('STORE_FOLDER');
  });

  test('that is read-only is refused', async (context) => {
    unmount.push(mountSmallDisk(dir, '1m', context));
    execFileSync('mount', ['-o', 'remount,ro', dir]);
    const error = await storeErrorOf(openSqliteStore({ dir }));

    expect(error.code).toBe('STORE_FOLDER');
    expect(error.message).toContain('EROFS');
  });

  test('with another file under the database’s name is refused and left unchanged', async () => {
    writeFileSync(join(dir, DATABASE_FILE), 'not a database '.repeat(100));
    const size = statSync(join(dir, DATABASE_FILE)).size;

    expect((await storeErrorOf(openSqliteStore({ dir }))).code).toBe('STORE_UNREADABLE');
    expect(statSync(join(dir, DATABASE_FILE)).size).toBe(size);
  });
});

test('INSERT OR REPLACE cannot bypass the append-only rule', async () => {
  const store = await openSqliteStore({ dir });
  await store.submit(submissionOf('a', { deliveries: [] }));
  const replace = (column: string) =>
    `insert or replace into records (${column}, intake, collection, data, meta, definition, received_at)
     select ${column}, intake, collection, '{}', meta, definition, received_at from records`;

  await expect(sqlitePlace(dir).execute(replace('seq, id'))).rejects.toThrow('append-only');
  await expect(sqlitePlace(dir).execute(replace('id'))).rejects.toThrow('append-only');
  expect(await store.latest('diagnosticos', toSubject('uid-a'))).toMatchObject({ data: { nome: 'Pessoa a' } });
  await store.close();
});

test('a lock held by another program is STORE_BUSY, and temporary', async () => {
  const fatal: unknown[] = [];
  const store = await openSqliteStore({ dir, busyTimeout: 10, onFatal: (error) => fatal.push(error) });
  const other = new DatabaseSync(join(dir, DATABASE_FILE));
  other.exec('begin immediate');
  expect((await storeErrorOf(store.submit(submissionOf('a')))).code).toBe('STORE_BUSY');
  other.exec('rollback');
  other.close();

  expect(await store.submit(submissionOf('a'))).toMatchObject({ outcome: 'accepted' });
  expect(fatal).toEqual([]);
  await store.close();
});

describe('a moved database', () => {
  const submitted = async (store: Store, keys: readonly string[]) =>
    Promise.all(keys.map((key) => store.submit(submissionOf(key)).then(({ outcome }) => outcome, codeOf)));

  test.each([DATABASE_FILE, `${DATABASE_FILE}-wal`, '.'])('%s moved: refused until it is back', async (name) => {
    const data = join(dir, 'data');
    const [path, away] = [join(data, name), join(dir, 'away')];
    const troubles: unknown[] = [];
    const store = await openSqliteStore({ dir: data, onTrouble: (trouble) => troubles.push(trouble?.code ?? null) });
    expect(await submitted(store, ['a'])).toEqual(['accepted']);
    expect(store.trouble()).toBeNull();

    renameSync(path, away);
    expect(store.trouble()?.code).toBe('STORE_MOVED');
    expect(await submitted(store, ['b', 'c'])).toEqual(['STORE_MOVED', 'STORE_MOVED']);
    expect((await storeErrorOf(store.probe())).message).toContain(data);

    // Another file with the same name is not the database.
    if (name !== '.') {
      copyFileSync(away, path);
      expect(await submitted(store, ['d'])).toEqual(['STORE_MOVED']);
      rmSync(path);
    }
    renameSync(away, path);
    expect(await submitted(store, ['b'])).toEqual(['accepted']);
    expect(store.trouble()).toBeNull();
    expect(troubles).toEqual(['STORE_MOVED', null]);
    await store.close();

    const again = await openSqliteStore({ dir: data });
    expect((await again.list('diagnosticos')).map(({ subject }) => subject)).toEqual(['uid-a', 'uid-b']);
    await again.close();
  });

  test('a database that was emptied in its place is refused', async () => {
    const store = await openSqliteStore({ dir });
    expect(await submitted(store, ['a'])).toEqual(['accepted']);
    truncateSync(join(dir, DATABASE_FILE));
    expect(store.trouble()?.code).toBe('STORE_MOVED');
    expect(await submitted(store, ['b'])).toEqual(['STORE_MOVED']);
    await store.close().catch(() => {});
  });

  test('a data folder has one server: another one is refused, in words, until the first has ended', async () => {
    const free = await lockFolder(dir);
    const error = await storeErrorOf(lockFolder(dir, 200));
    expect([error.code, error.message]).toEqual(['STORE_IN_USE', expect.stringContaining(dir)]);
    const next = lockFolder(dir);
    free();
    (await next)();
  });

  test('a database moved without its log includes everything acknowledged', async () => {
    const store = await openSqliteStore({ dir });
    expect(await submitted(store, ['a', 'b'])).toEqual(['accepted', 'accepted']);
    const away = newFolder();
    renameSync(join(dir, DATABASE_FILE), join(away, DATABASE_FILE));
    expect(await submitted(store, ['c'])).toEqual(['STORE_MOVED']);

    // Copied while the server is still running: the state that a kill would leave.
    const copy = newFolder();
    copyFileSync(join(away, DATABASE_FILE), join(copy, DATABASE_FILE));
    const found = await openSqliteStore({ dir: copy });
    expect((await found.list('diagnosticos')).map(({ subject }) => subject)).toEqual(['uid-a', 'uid-b']);
    await found.close();
    await store.close();
    for (const folder of [away, copy]) rmSync(folder, { recursive: true });
  });

  test('a deleted folder: nothing is acknowledged', async () => {
    const data = join(dir, 'data');
    const store = await openSqliteStore({ dir: data });
    rmSync(data, { recursive: true });
    expect(
      new Set(
        await submitted(
          store,
          Array.from({ length: 20 }, (_, index) => `${index}`),
        ),
      ),
    ).toEqual(new Set(['STORE_MOVED']));
    await store.close();
  });
});

test('the log is checkpointed while the store runs, and stays small', async () => {
  const store = await openSqliteStore({ dir });
  const log = () => statSync(join(dir, `${DATABASE_FILE}-wal`)).size;
  const sizes: number[] = [];
  for (let round = 0; round < 12; round++) {
    const keys = Array.from({ length: 500 }, (_, index) => `${round}-${index}`);
    await Promise.all(keys.map((key) => store.submit(submissionOf(key, { meta: { text: 'x'.repeat(2000) } }))));
    await new Promise((resolve) => setTimeout(resolve, 5));
    sizes.push(log());
  }

  // About 15 MB were written; the log is emptied at about 4.
  expect(statSync(join(dir, DATABASE_FILE)).size).toBeGreaterThan(8_000_000);
  expect(Math.max(...sizes)).toBeLessThan(6_000_000);
  await store.close();
});

describe('a full disk', () => {
  test('is STORE_FULL, loses nothing acknowledged, and ends when there is space', async (context) => {
    unmount.push(mountSmallDisk(dir, '1m', context));
    const fatal: unknown[] = [];
    const store = await openSqliteStore({ dir, onFatal: (error) => fatal.push(error) });
    const kept: string[] = [];
    await store.submit(submissionOf('first'));
    kept.push('first');
    fillDisk(dir);

    const codes = new Set<string>();
    for (let index = 0; index < 40; index++) {
      const key = `full-${index}`;
      await store.submit(submissionOf(key)).then(
        () => kept.push(key),
        (error) => codes.add(error.code),
      );
    }
    expect([...codes]).toEqual(['STORE_FULL']);
    expect(store.trouble()?.code).toBe('STORE_FULL');
    expect((await storeErrorOf(store.probe())).code).toBe('STORE_FULL');
    expect(await store.latest('diagnosticos', toSubject('uid-first'))).not.toBeNull();

    freeDisk(dir);
    await store.probe();
    expect(store.trouble()).toBeNull();
    expect(await store.submit(submissionOf('after'))).toMatchObject({ outcome: 'accepted' });
    expect(fatal).toEqual([]);
    await store.close();
    const again = await openSqliteStore({ dir });
    const subjects = (await again.list('diagnosticos')).map(({ subject }) => subject);
    expect(subjects).toEqual([...kept, 'after'].map((key) => `uid-${key}`));
    await again.close();
  });

  test('at the start is STORE_FULL, and the next start works', async (context) => {
    unmount.push(mountSmallDisk(dir, '1m', context));
    fillDisk(dir);
    expect((await storeErrorOf(openSqliteStore({ dir }))).code).toBe('STORE_FULL');

    freeDisk(dir);
    const store = await openSqliteStore({ dir });
    expect(await store.submit(submissionOf('a'))).toMatchObject({ outcome: 'accepted' });
    await store.close();
  });
});

test('a damaged file of shared counts is replaced', async () => {
  writeFileSync(join(dir, USES_FILE), 'not a database '.repeat(100));
  const store = await openSqliteStore({ dir });
  expect(await store.addUses([{ id: 'a', count: 2, expiresAt: 1 }])).toEqual([2]);
  expect(statSync(join(dir, USES_FILE)).mode & 0o777).toBe(0o600);
  await store.close();
});

describe('a backup', () => {
  const keysIn = async (folder: string): Promise<string[]> => {
    const store = await openSqliteStore({ dir: folder });
    const records = await store.list('diagnosticos', { limit: 100_000 });
    await store.close();
    return records.map(({ subject }) => subject?.replace('uid-', '') ?? '');
  };

  test('of a store under load has everything acknowledged before it began, and is private', async () => {
    const store = await openSqliteStore({ dir });
    const acknowledged: string[] = [];
    let running = true;
    const loops = Array.from({ length: 8 }, async (_, loop) => {
      for (let count = 0; running; count++) {
        const key = `${loop}-${count}`;
        await store.submit(submissionOf(key, { meta: { text: 'x'.repeat(2000) } }));
        acknowledged.push(key);
      }
    });
    while (acknowledged.length < 200) await new Promise((resolve) => setTimeout(resolve, 5));

    const copy = newFolder();
    const before = [...acknowledged];
    await store.backup(join(copy, DATABASE_FILE));
    const during = acknowledged.length - before.length;
    running = false;
    await Promise.all(loops);
    await store.close();

    expect(statSync(join(copy, DATABASE_FILE)).mode & 0o777).toBe(0o600);
    expect(during).toBeGreaterThan(0);
    const found = new Set(await keysIn(copy));
    expect(before.filter((key) => !found.has(key))).toEqual([]);
    expect((await keysIn(dir)).length).toBe(acknowledged.length);
    rmSync(copy, { recursive: true });
  });

  test('never replaces a file, and leaves none when it fails', async () => {
    const store = await openSqliteStore({ dir });
    writeFileSync(join(dir, 'mine'), 'mine');
    expect((await storeErrorOf(store.backup(join(dir, 'mine')))).code).toBe('STORE_BACKUP');
    expect(statSync(join(dir, 'mine')).size).toBe(4);
    expect((await storeErrorOf(store.backup(join(dir, 'no', 'folder')))).code).toBe('STORE_BACKUP');
    expect(existsSync(join(dir, 'no'))).toBe(false);
    await store.close();
  });
});

describe('a reader', () => {
  test('reads beside a running server and after a kill, and writes nothing', async () => {
    const store = await openSqliteStore({ dir });
    await store.submit(submissionOf('a'));
    const reader = await openSqliteReader({ dir });
    expect(await reader.count('diagnosticos')).toBe(1);
    await store.submit(submissionOf('b'));
    expect((await collect(reader.leads())).map(({ subject }) => subject)).toEqual(['uid-a', 'uid-b']);
    const copy = newFolder();
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) copyFileSync(join(dir, name), join(copy, name));
    await reader.close();
    expect((await storeErrorOf(reader.count('diagnosticos'))).code).toBe('STORE_CLOSED');
    await store.close();

    const log = readFileSync(join(copy, `${DATABASE_FILE}-wal`));
    const other = await openSqliteReader({ dir: copy });
    expect(await other.count('diagnosticos')).toBe(2);
    await other.close();
    expect(readFileSync(join(copy, `${DATABASE_FILE}-wal`)).equals(log)).toBe(true);
    rmSync(copy, { recursive: true });
  });

  test('creates no database, and refuses one that the server has not migrated', async () => {
    expect((await storeErrorOf(openSqliteReader({ dir: join(dir, 'none') }))).code).toBe('STORE_UNREADABLE');
    expect(existsSync(join(dir, 'none'))).toBe(false);
    await (await openSqliteStore({ dir })).close();
    const place = sqlitePlace(dir);
    await place.execute("delete from kysely_migration where name = '0003_retention'");
    const error = await storeErrorOf(openSqliteReader({ dir }));
    expect([error.code, error.message.includes('0003_retention')]).toEqual(['STORE_OUTDATED', true]);
  });
});

/** Mounts a 1 MB file system over a folder for one test; skips the test where mounting is not allowed. */
