/** The stores that a configuration opens, on a data folder. */
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openOutbox,
  openPrivacyStore,
  openPublications,
  openSharedTokens,
  openStaff,
  openStore,
  openStoreReader,
  type StoreConfig,
} from '../../../server/store/open.ts';
import { DATABASE_FILE, openDatabase } from '../../../server/store/sqlite/open-database.ts';
import { collect, deliveryOf, storeErrorOf, submissionOf } from '../../contracts/store/submissions.ts';

let dir: string;
let config: StoreConfig;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'opening-'));
  config = { dataDir: dir, databaseUrl: null };
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const hash = 'a'.repeat(64);
const openers = { openStoreReader, openOutbox, openPrivacyStore, openPublications };

/** The files of the folder that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${descriptor}`);
      return file.startsWith(dir) ? [file] : [];
    } catch {
      // The descriptor of the folder that was read.
      return [];
    }
  });

describe('a data folder', () => {
  test('has one database, which each opener reads beside the server', async () => {
    const store = await openStore(config);
    await store.submit(submissionOf('a', { deliveries: [deliveryOf('a', { status: 'unconfigured' })] }));
    await store.versions.addFiles([{ hash, bytes: new Uint8Array([1]) }]);
    await store.versions.keep({ id: 'v1', definition: 'd1', files: { 'site.yaml': hash }, savedAt: 1 }, true);

    const reader = await openStoreReader(config);
    expect(await collect(reader.records())).toMatchObject([{ seq: 1, record: { subject: 'uid-a' } }]);
    expect(await collect(reader.records(1))).toEqual([]);
    const outbox = await openOutbox(config);
    expect(await outbox.retry({}, 5)).toBe(1);
    const privacy = await openPrivacyStore(config);
    expect(await collect(privacy.records())).toHaveLength(1);
    const { publications, versions, close } = await openPublications(config);
    expect([await publications.position(), (await versions.list()).map(({ id }) => id)]).toEqual([0, ['v1']]);
    const staff = await openStaff(config);
    expect(await staff.addUser({ name: 'ana', role: 'viewer', password: 'hash', createdAt: 1 })).toBe(true);
    expect((await store.staff.users()).map(({ name }) => name)).toEqual(['ana']);
    expect((await store.deliveries.list()).map(({ status }) => status)).toEqual(['waiting']);
    for (const end of [reader.close, outbox.close, privacy.close, close, staff.close, store.close]) await end();
  });

  test('without a database has nothing to read, and none is created', async () => {
    for (const open of Object.values(openers)) {
      const error = await storeErrorOf(open(config));
      expect([error.code, error.message]).toEqual([
        'STORE_UNREADABLE',
        `The database cannot be opened: ${join(dir, DATABASE_FILE)} (ENOENT).`,
      ]);
    }
    expect(readdirSync(dir)).toEqual([]);
    expect(await openSharedTokens(null)).toBeNull();
  });

  test('without a database gets one for the users of the studio', async () => {
    const staff = await openStaff(config);
    expect([await staff.users(), existsSync(join(dir, DATABASE_FILE))]).toEqual([[], true]);
    await staff.close();
  });

  test('with a database of another version is refused by each opener', async () => {
    await (await openStore(config)).close();
    const database = new DatabaseSync(join(dir, DATABASE_FILE));
    database.exec("update kysely_migration set name = '9999_later' where name = '0003_retention'");
    for (const open of Object.values(openers)) {
      const error = await storeErrorOf(open(config));
      expect([error.code, error.message.includes('9999_later')]).toEqual(['STORE_NEWER', true]);
    }
    database.exec("delete from kysely_migration where name = '9999_later'");
    for (const open of Object.values(openers)) expect((await storeErrorOf(open(config))).code).toBe('STORE_OUTDATED');
    database.close();
  });

  test.runIf(process.platform === 'linux')('has no open file after each opener has closed or failed', async () => {
    const store = await openStore(config);
    await store.submit(submissionOf('a'));
    await store.addUses([{ id: 'a', count: 1, expiresAt: 5 }]);
    await store.backup(join(dir, 'copy'));
    expect(openFiles()).not.toEqual([]);
    await store.close();
    for (const open of Object.values(openers)) await (await open(config)).close();
    expect(openFiles()).toEqual([]);
    writeFileSync(join(dir, DATABASE_FILE), 'not a database '.repeat(100));
    for (const open of [openStore, ...Object.values(openers)])
      expect((await storeErrorOf(open(config))).code).toBe('STORE_UNREADABLE');
    expect(openFiles()).toEqual([]);
  });
});

test('a database has the settings that durability and privacy depend on', () => {
  const database = openDatabase(dir, 1);
  const setting = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  const names = ['journal_mode', 'synchronous', 'cache_size', 'secure_delete', 'wal_autocheckpoint', 'foreign_keys'];
  expect(names.map(setting)).toEqual(['wal', 2, -32768, 1, 0, 1]);
  database.close();
});

test('a backup says why it was not written', async () => {
  const store = await openStore(config);
  const error = await storeErrorOf(store.backup(join(dir, 'no', 'folder')));
  expect(error.message).toBe(`The backup was not written: ${join(dir, 'no', 'folder')} (ENOENT).`);
  expect((await storeErrorOf(store.backup(join(dir, DATABASE_FILE)))).message).toContain('already exists');
  rmSync(join(dir, DATABASE_FILE));
  writeFileSync(join(dir, DATABASE_FILE), 'not a database '.repeat(100));
  expect((await storeErrorOf(store.backup(join(dir, 'copy')))).message).toMatch(/copy \(SQLite 26, .*\)\.$/);
  expect(existsSync(join(dir, 'copy'))).toBe(false);
  await store.close().catch(() => {});
});
