/** The calls of an open database: their errors are classified, and none begins after the database is closed. */
import { StoreError } from './errors.ts';

export interface GuardedCalls {
  /** Runs a query. @throws StoreError */
  call<T>(run: () => T | Promise<T>): Promise<T>;
  /** Closes once. */
  close(): Promise<void>;
  /** The error of calls after `close`; null before it. */
  closed(): StoreError | null;
}

/**
 * @param toStoreError classifies an error of the database
 * @param release closes the database
 */
export function guardCalls(toStoreError: (error: unknown) => StoreError, release: () => Promise<void>): GuardedCalls {
  let closing: Promise<void> | null = null;
  const closed = () => (closing === null ? null : new StoreError('STORE_CLOSED', 'it accepts no more calls'));
  return {
    async call(run) {
      const refusal = closed();
      if (refusal !== null) throw refusal;
      try {
        return await run();
      } catch (error) {
        throw toStoreError(error);
      }
    },
    close() {
      closing ??= release();
      return closing;
    },
    closed,
  };
}
