/** The request that the current work belongs to: for every log line and span of it. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A span of a distributed trace. */
export interface RequestSpan {
  /** Begins a span within this one. */
  child(name: string): RequestSpan;
  /** Ends the span. An attribute must not contain personal data. */
  end(attributes: Readonly<Record<string, string | number>>, failed: boolean, name?: string): void;
}

export interface RequestScope {
  readonly requestId: string;
  /** Null when the request is not traced. */
  readonly span: RequestSpan | null;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs work for a request; asynchronous work that it starts belongs to the request too. */
export const withRequest = <Result>(request: RequestScope, work: () => Result): Result => scope.run(request, work);

/** Runs work that a request wakes and that is not its own, such as the sending of messages. */
export const outsideRequests = <Result>(work: () => Result): Result => scope.exit(work);

/** The current request; undefined outside a request. */
export const currentRequest = (): RequestScope | undefined => scope.getStore();
