/** What stored leads cost: the start of a server with many of them, and the memory of one that stores many more. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../server/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { postLeads, startOurs } from './posts.ts';

export interface StoredCost {
  /** Milliseconds from the start of the process until it listens, the medians. */
  readonly emptyStart: number;
  readonly fullStart: number;
  /** Megabytes of the process before and after the leads. */
  readonly memoryBefore: number;
  readonly memoryAfter: number;
}

/** Fills a database as the store would, in one statement. */
function fill(dir: string, leads: number): void {
  const database = new DatabaseSync(join(dir, DATABASE_FILE));
  database.exec(`
    begin;
    create temp table given as
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${leads})
      select n, printf('01a1ee56-5e00-7000-8000-%012x', n) as id, printf('ana.%d@x.example', n) as email,
        printf('%064x', n) as hash from numbers;
    insert into records (id, intake, collection, subject, data, meta, definition, received_at)
      select id, 'lead', 'leads', email, json_object('name', 'Ana', 'email', email, 'phone', '11987654321'), '{}', 'd', n
      from given;
    insert into submissions (intake, key, body_hash, record_id, reply_status, reply_body, received_at)
      select 'lead', hash, hash, id, 200, '{}', n from given;
    commit;
  `);
  database.close();
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] as number;

/** Resident memory in megabytes; Linux only. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * @param stored leads in the database at the start
 * @param posted leads that a running server stores
 * @param earlier leads before them: until then the engine's heap and SQLite's page cache grow to the size that they keep
 */
export async function measureStored(
  stored = 1_000_000,
  posted = 200_000,
  earlier = 80_000,
  starts = 5,
): Promise<StoredCost> {
  const folders = await Promise.all(['empty', 'full'].map((name) => mkdtemp(join(tmpdir(), `bench-${name}-`))));
  const [empty = '', full = ''] = folders;
  try {
    for (const dir of folders) await (await openSqliteStore({ dir })).close();
    fill(full, stored);
    const times: Record<string, number[]> = { [empty]: [], [full]: [] };
    // The first start of each warms up the file system.
    for (let round = -1; round < starts; round += 1)
      for (const dir of folders) {
        const before = performance.now();
        const { child } = await startOurs(dir);
        if (round >= 0) times[dir]?.push(performance.now() - before);
        const ended = new Promise((done) => child.once('exit', done));
        child.kill('SIGKILL');
        await ended;
      }
    const { child, port } = await startOurs(empty);
    try {
      await postLeads(port, { amount: earlier });
      const memoryBefore = memoryOf(child.pid as number);
      await postLeads(port, { amount: posted });
      return {
        emptyStart: median(times[empty] as number[]),
        fullStart: median(times[full] as number[]),
        memoryBefore,
        memoryAfter: memoryOf(child.pid as number),
      };
    } finally {
      child.kill('SIGKILL');
    }
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
