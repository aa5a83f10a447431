/** Transactions of several statements, without a turn of the event loop between them. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Compilable } from 'kysely';
import { preparedStatements } from './statements.ts';

/** Runs a statement. @returns its rows */
export type RunStatement = <Row>(statement: Compilable<Row>) => Row[];

/**
 * @returns a function that runs statements in one transaction. The connection is shared with the submissions, whose
 *   transaction must not begin meanwhile. It throws the error of `node:sqlite`
 */
export function transactions(database: DatabaseSync): <Result>(work: (run: RunStatement) => Result) => Result {
  const prepare = preparedStatements(database);
  const run = <Row>(compilable: Compilable<Row>): Row[] => {
    const { sql, parameters } = compilable.compile();
    const statement = prepare(sql);
    if (statement.columns().length > 0) return statement.all(...(parameters as SQLInputValue[])) as Row[];
    statement.run(...(parameters as SQLInputValue[]));
    return [];
  };
  return (work) => {
    database.exec('begin immediate');
    try {
      const result = work(run);
      database.exec('commit');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  };
}
