/**
 * Shared counts in a file beside the database. They are written without waiting for the disk: in the database, also a
 * request that stores nothing would wait for a commit.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../folder.ts';
import type { Clock, Use } from '../types.ts';

/** Name of the file in the data folder. */
export const USES_FILE = 'limits.sqlite';

export interface UseCounter {
  /** Adds uses. @returns the total of each @throws the error of `node:sqlite` */
  add(uses: readonly Use[]): number[];
  close(): void;
}

const sweepMs = 60_000;
const busyTimeout = 500;

function open(file: string): DatabaseSync {
  createPrivateFile(file);
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = off;
    create table if not exists uses (
      id text not null primary key, count integer not null, expires_at integer not null
    ) without rowid;
  `);
  return database;
}

/** Counts are worth less than a start: a file that a crash of the machine damaged is replaced. */
function openAnyway(file: string): DatabaseSync {
  try {
    return open(file);
  } catch {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
    return open(file);
  }
}

/** @param file opened at the first use */
export function createUseCounter(file: string, clock: Clock): UseCounter {
  let database: DatabaseSync | null = null;
  let write: ((uses: readonly Use[]) => number[]) | null = null;
  let sweptAt = clock();

  function prepare(): (uses: readonly Use[]) => number[] {
    const opened = openAnyway(file);
    database = opened;
    const begin = opened.prepare('begin immediate');
    const commit = opened.prepare('commit');
    const sweep = opened.prepare('delete from uses where expires_at <= ?');
    const add = opened.prepare(
      `insert into uses (id, count, expires_at) values (?, ?, ?)
       on conflict (id) do update set count = count + excluded.count returning count`,
    );
    return (uses) => {
      begin.run();
      try {
        const totals = uses.map(({ id, count, expiresAt }) => Number(add.get(id, count, expiresAt)?.['count']));
        if (clock() - sweptAt > sweepMs) {
          sweptAt = clock();
          sweep.run(sweptAt);
        }
        commit.run();
        return totals;
      } catch (error) {
        if (opened.isTransaction) opened.exec('rollback');
        throw error;
      }
    };
  }

  return {
    add(uses) {
      write ??= prepare();
      return write(uses);
    },
    close() {
      database?.close();
    },
  };
}
