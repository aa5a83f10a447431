/** The id of the request that the current work belongs to, for every log line written meanwhile. */
import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/** Runs work under a request's id; asynchronous work that it starts keeps the id. */
export const withRequestId = <Result>(id: string, work: () => Result): Result => scope.run(id, work);

/** The id of the current request; undefined outside a request. */
export const currentRequestId = (): string | undefined => scope.getStore();
