/** What databases keep of an erased row, in the bytes of their files. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Erasure } from '../../../server/store/erasures.ts';
import { openPostgresPrivacy, openPostgresStore } from '../../../server/store/postgres/store.ts';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { openSqlitePrivacy } from '../../../server/store/sqlite/privacy.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Store } from '../../../server/store/types.ts';
import { occurrencesBelow } from '../../harness/bytes.ts';
import { canStartPostgres, createDatabase, startPostgres } from '../../harness/postgres.ts';
import { newFolder, sqlitePlace } from './stores.ts';
import { deliveryOf, submissionOf } from './submissions.ts';

/** What a message for an ad network has of its sender. */
const senderOf = (word: string) => ({ address: null, userAgent: word, cookies: { _fbp: word }, marketing: true });

const erasureOf = (id: string): Erasure => ({ id, at: 1, operator: 'o', person: [], keyId: 'k', counts: {} });

/** Submits people in random order, sends their messages, and returns their words. */
async function fill(store: Store, people: number): Promise<string[]> {
  const words = Array.from({ length: people }, () => randomBytes(9).toString('hex'));
  await Promise.all(
    words.map((word) =>
      store.submit(
        submissionOf(`key-${word}`, {
          subject: `${word}@pessoa.example`,
          data: {
            nome: `Nome ${word}`,
            email: `${word}@pessoa.example`,
            texto: `texto ${word} `.repeat(1 + (word.charCodeAt(0) % 300)),
          },
          reply: { status: 200, body: { ola: word } },
          deliveries: [deliveryOf(`d:${word}`, { visitor: word, sender: senderOf(word) })],
        }),
      ),
    ),
  );
  const messages = await store.deliveries.claim({ destination: 'conversions', limit: people, now: 2e12, until: 3e12 });
  await store.deliveries.settle(
    messages.map((message) => ({
      ...{ message, status: 'delivered' as const, tries: 0, seen: 0, nextAt: 0 },
      attempt: { at: 5, outcome: 'delivered' as const, detail: 'ok', ms: 3 },
    })),
    [],
  );
  return words;
}

async function idsOf(store: Store, words: readonly string[]): Promise<string[]> {
  const subjects = new Set(words.map((word) => `${word}@pessoa.example`));
  const ids: string[] = [];
  for await (const { id, subject } of store.leads()) if (subjects.has(subject ?? '')) ids.push(id);
  return ids;
}

test('SQLite keeps no byte of an erased row, in its file, log or indexes, while a server has it open', async () => {
  const dir = newFolder();
  onTestFinished(() => sqlitePlace(dir).remove());
  const store = await openSqliteStore({ dir });
  const words = await fill(store, Number(process.env['PEOPLE'] ?? 600));
  const gone = words.filter((_, index) => index % 100 === 7);
  expect(occurrencesBelow(dir, gone.slice(0, 1))).not.toEqual([]);
  const privacy = await openSqlitePrivacy({ dir });
  const stored = await privacy.erase(await idsOf(store, gone), erasureOf('e1'));
  expect(stored.counts['records']).toBe(gone.length);
  expect(await privacy.tidy(false)).toEqual({ notes: [] });
  expect(occurrencesBelow(dir, gone)).toEqual([]);
  // The server writes on, and has no old page in its cache.
  await fill(store, 50);
  expect(occurrencesBelow(dir, gone)).toEqual([]);
  await privacy.close();
  await store.close();
  expect(occurrencesBelow(dir, gone)).toEqual([]);
});

test('SQLite keeps bytes of a database that an older version wrote until it is rewritten', async () => {
  const dir = newFolder();
  onTestFinished(() => sqlitePlace(dir).remove());
  await (await openSqliteStore({ dir })).close();
  const old = new DatabaseSync(join(dir, DATABASE_FILE));
  old.exec('pragma secure_delete = off');
  const planted = 'PlantadaNoEspacoLivre';
  old.exec(`create table scratch (a text); insert into scratch values ('${planted.repeat(40)}'); drop table scratch`);
  old.close();
  const store = await openSqliteStore({ dir });
  const privacy = await openSqlitePrivacy({ dir });
  await privacy.tidy(false);
  expect(occurrencesBelow(dir, [planted])).not.toEqual([]);
  await privacy.tidy(true);
  expect(occurrencesBelow(dir, [planted])).toEqual([]);
  expect((await store.submit(submissionOf('afterwards'))).outcome).toBe('accepted');
  await privacy.close();
  await store.close();
});

test('SQLite says so when a reader keeps the log', async () => {
  const dir = newFolder();
  onTestFinished(() => sqlitePlace(dir).remove());
  const store = await openSqliteStore({ dir });
  await fill(store, 5);
  const reader = new DatabaseSync(join(dir, DATABASE_FILE), { readOnly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from records').get();
  const privacy = await openSqlitePrivacy({ dir, patience: 500 });
  await privacy.erase([], erasureOf('e1'));
  const tidied = privacy.tidy(false);
  // A submission does not wait for the reader.
  for (let index = 0; index < 5; index += 1)
    expect((await store.submit(submissionOf(`meanwhile-${index}`))).outcome).toBe('accepted');
  expect((await tidied).notes.join()).toContain('store.sqlite-wal');
  reader.close();
  expect(await privacy.tidy(false)).toEqual({ notes: [] });
  await privacy.close();
  await store.close();
});

test.runIf(canStartPostgres)(
  'PostgreSQL keeps dead rows until its tables are rewritten, and the log until its files are removed',
  { timeout: 120_000 },
  async () => {
    const server = await startPostgres(false);
    onTestFinished(() => server.remove());
    const database = await createDatabase(server.url);
    await database.query('alter system set wal_recycle = off');
    await database.query('select pg_reload_conf()');
    const store = await openPostgresStore({ url: database.url });
    const words = await fill(store, 400);
    const gone = words.filter((_, index) => index % 100 === 7);
    const privacy = await openPostgresPrivacy({ url: database.url });
    await privacy.erase(await idsOf(store, gone), erasureOf('e1'));
    await database.query('checkpoint');
    const folder = join(server.folder, 'data');
    expect(occurrencesBelow(join(folder, 'base'), gone), 'an update leaves the row that it replaces').not.toEqual([]);
    const { notes } = await privacy.tidy(true);
    expect(notes.join(' ')).toContain('pg_wal');
    expect(occurrencesBelow(folder, gone)).toEqual([]);
    expect((await store.submit(submissionOf('afterwards'))).outcome).toBe('accepted');
    await privacy.close();
    await store.close();
  },
);
