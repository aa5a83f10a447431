/** Transactions of several statements, without a turn of the event loop between them. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Compilable } from 'kysely';

/**
 * @returns a function that runs statements in one transaction. The connection is shared with the submissions, whose
 *   transaction must not begin meanwhile. It throws the error of `node:sqlite`
 */
export function transactions(database: DatabaseSync): (statements: readonly Compilable[]) => void {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return (statements) => {
    database.exec('begin immediate');
    try {
      for (const statement of statements) {
        const { sql, parameters } = statement.compile();
        prepare(sql).run(...(parameters as SQLInputValue[]));
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  };
}
