/** Prepared statements of an open database, by their text: to prepare one costs more than to run it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

// The texts of some statements depend on a filter or on the number of their rows.
const most = 200;

/** @returns a function that prepares a statement, or finds it. Its statements return all rows at once */
export function preparedStatements(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= most) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}
