/** Reads the records that a running site has stored. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The records of a collection, oldest first. @param dataDir the site's data folder */
export function readRecords(dataDir: string, collection: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare('select data from records where collection = ? order by seq').all(collection) as {
    data: string;
  }[];
  database.close();
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
}

/** How many records each collection has. @param dataDir the site's data folder */
export function countRecords(dataDir: string): Map<string, number> {
  const database = new DatabaseSync(join(dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare('select collection, count(*) as count from records group by collection').all() as {
    collection: string;
    count: number;
  }[];
  database.close();
  return new Map(rows.map(({ collection, count }) => [collection, count]));
}
