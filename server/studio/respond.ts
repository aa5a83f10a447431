/** Sends the reply to a request of the studio or of the inspector, or its error. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorFields, type Log } from '../log/log.ts';
import { StoreError } from '../store/errors.ts';
import { json, StudioError, type StudioReply, sendReply, text } from './replies.ts';

export interface Responding {
  /** @throws StudioError, StoreError */
  readonly replyTo: (request: IncomingMessage, path: string, query: string) => Promise<StudioReply>;
  /** Where the calls of the application begin: their errors are JSON. */
  readonly api: string;
  readonly log: Log;
  /** The log event of an unexpected error. */
  readonly failure: string;
}

/** Handles a request. Never rejects. @param query without the question mark */
export type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
) => Promise<void>;

export function respondWith({ replyTo, api, log, failure }: Responding): Respond {
  function faultOf(error: unknown): StudioError {
    if (error instanceof StudioError) return error;
    if (error instanceof StoreError) return new StudioError(503, 'unavailable', error.message);
    log.write('error', failure, errorFields(error));
    return new StudioError(500, 'internal', 'The server failed; its log has the error.');
  }
  return async (request, response, path, query) => {
    let reply: StudioReply;
    try {
      reply = await replyTo(request, path, query);
    } catch (error) {
      const { status, code, message, headers } = faultOf(error);
      reply = path.startsWith(`${api}/`)
        ? json(status, { code, message }, headers)
        : text(status, `${message}\n`, headers);
    }
    if (response.headersSent || response.destroyed) return;
    sendReply(response, request.method === 'HEAD' ? { ...reply, body: '' } : reply);
    request.resume();
  };
}
