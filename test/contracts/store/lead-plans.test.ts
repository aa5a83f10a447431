/** SQLite finds leads and messages by its indexes: a part of them costs the same among any number. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { LeadFilter, Store } from '../../../server/store/types.ts';
import { asSubmission } from './submissions.ts';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lead-plans-'));
  store = await openSqliteStore({ dir });
  for (const key of ['first-key', 'other-key'])
    await store.submit(
      asSubmission({
        ...{ intake: 'lead', key, bodyHash: 'a'.repeat(64), collection: 'leads', subject: key, data: { src: 'ig' } },
        ...{ meta: {}, definition: 'd', receivedAt: 1, reply: { status: 200, body: {} }, deliveries: [] },
      }),
    );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const first = async (): Promise<string> => {
  for await (const { id } of store.leads({ collections: ['leads'] })) return id;
  throw new Error('There is no lead.');
};

/** How SQLite finds the rows of each statement that it prepares meanwhile. */
async function plansOf(run: () => Promise<unknown>): Promise<{ readonly sql: string; readonly details: string[] }[]> {
  const statements = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql, ...rest) {
    statements.add(sql);
    return prepare.call(this, sql, ...rest);
  });
  await run();
  vi.restoreAllMocks();
  const database = new DatabaseSync(join(dir, DATABASE_FILE), { readOnly: true });
  const plans = [...statements].map((sql) => {
    const plan = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
    return { sql, details: plan.map(({ detail }) => detail) };
  });
  database.close();
  return plans;
}

test.each([
  ['one collection', async (): Promise<LeadFilter> => ({ collections: ['leads'] })],
  ['everything', async (): Promise<LeadFilter> => ({ collections: ['leads'], from: 0, to: 9, definition: 'd' })],
  ['a continuation', async (): Promise<LeadFilter> => ({ collections: ['leads'], after: await first() })],
])('a filter of %s', async (_, filterOf) => {
  const filter = await filterOf();
  const plans = await plansOf(async () => {
    for await (const lead of store.leads(filter)) expect(lead.collection).toBe('leads');
  });
  expect(plans.length).toBeGreaterThan(1);
  // Every search names a position in the collection, a subject, an id, or the end of the table.
  for (const { sql, details } of plans)
    for (const detail of details.filter((each) => /^(SCAN|SEARCH) (record|records|earlier)\b/.test(each)))
      expect([sql, detail]).toEqual([
        sql,
        expect.stringMatching(/seq[<>]\?|rowid[<>]\?|subject=\?|id=\?|^SEARCH records$/),
      ]);
});

test('a withdrawal finds the messages of its visitor', async () => {
  const plans = await plansOf(() => store.deliveries.cancelWaiting('visitor', ['marketing'], 1));
  const details = plans.flatMap((each) => each.details).filter((detail) => /\boutbox\b/.test(detail));
  expect(details).toEqual([expect.stringContaining('USING INDEX outbox_of_visitor (visitor=?)')]);
});
