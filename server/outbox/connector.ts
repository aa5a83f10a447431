/** What sends the messages of one destination. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Json } from '../../schemas/compiled.ts';

/** A message to be sent. */
export interface OutgoingMessage {
  /** Constant across attempts. */
  readonly id: string;
  readonly dedupeKey: string;
  /** Epoch milliseconds of the submission. */
  readonly createdAt: number;
  /** Increases with each submission, so that a receiver can tell which of two is the newer; null for an old message. */
  readonly sequence: number | null;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly payload: Json;
}

/** The result of an attempt. Details and reasons contain neither personal data nor secrets. */
export type SendResult =
  | { readonly result: 'delivered'; readonly detail: string }
  /** The message can never be delivered. */
  | { readonly result: 'refused'; readonly reason: string }
  /** The message or its destination is at fault: no answer, 5xx, 429 or another 4xx. The dispatcher finds out which. */
  | { readonly result: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /** The destination took the message and did not answer: it may have been delivered. It is sent twice more at most. */
  | { readonly result: 'unknown'; readonly reason: string }
  /** Nothing may be sent until an operator resumes the destination: 410, a revoked token. */
  | { readonly result: 'paused'; readonly reason: string };

export interface Connector {
  /** Messages that are sent at a time; 20 by default. */
  readonly batch?: number;
  /** From when on an attempt is ended, in milliseconds; 30,000 by default. */
  readonly limitMs?: number;
  /** Makes one attempt. Never rejects. @param signal aborts it when the server stops */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>;
  close?(): void;
}

/** What a connector gets from the server. */
export interface ConnectorContext {
  /** The version that is served. */
  readonly site: () => SiteDefinition;
  /** The origin of the site, without a trailing slash. */
  readonly origin: () => string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The server's secret, for signed links. */
  readonly secret: Uint8Array;
  readonly renderEmail: PageRenderer['renderEmail'];
}

/** Opens the connectors of one kind. @typeParam Settings a destination whose environment variables are replaced by their values */
export interface ConnectorKind<Settings> {
  open(settings: Settings, context: ConnectorContext): Connector;
}
