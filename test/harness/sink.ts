/** A local HTTP server that receives what the product sends to other services. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SinkRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sink {
  readonly url: string;
  /** Every complete request, in order. */
  readonly requests: readonly SinkRequest[];
  /** How it answers from now on: a status, or a function. Status 200 at first. */
  answer(with_: number | ((request: SinkRequest, response: ServerResponse) => void)): void;
  stop(): Promise<void>;
}

/** Starts a sink on a free port. */
export async function startSink(): Promise<Sink> {
  const requests: SinkRequest[] = [];
  let reply: (request: SinkRequest, response: ServerResponse) => void = (_, response) => response.writeHead(200).end();
  const server = createServer((request: IncomingMessage, response) => {
    text(request).then(
      (body) => {
        const received = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
        requests.push(received);
        reply(received, response);
      },
      // The sender has gone.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(with_) {
      reply = typeof with_ === 'number' ? (_, response) => response.writeHead(with_).end() : with_;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
