/** Local servers in place of external hosts: requests of a page to those hosts are answered here. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';

export interface Answer {
  readonly type: string;
  readonly body: string;
}

export interface Outside {
  /** Routes requests to these hosts here, from a page and from the tabs it opens. */
  reach(page: Page): Promise<void>;
  /** Requested paths and queries, oldest first. */
  readonly requested: string[];
}

/** Starts a server in place of the hosts, for the tests of a file. */
export function serveHosts(hosts: readonly string[], answer: (request: IncomingMessage) => Answer | null): Outside {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const found = answer(request);
    response.writeHead(found === null ? 404 : 200, { 'content-type': found?.type ?? 'text/plain' }).end(found?.body);
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise<void>((done) => server.close(() => done())));
  return {
    requested,
    reach: async (page) => {
      const { port } = server.address() as AddressInfo;
      for (const host of hosts)
        await page.context().route(`https://${host}/**`, async (route) => {
          const { pathname, search } = new URL(route.request().url());
          // The visitor may leave before the response arrives.
          await route
            .fetch({ url: `http://127.0.0.1:${port}${pathname}${search}` })
            .then((response) => route.fulfill({ response }))
            .catch(() => {});
        });
    },
  };
}

/** The script of the ads pixel; it records its calls in `window.told`, and what it can read itself in `window.seen`. */
export const servePixel = (): Outside =>
  serveHosts(['connect.facebook.net'], () => ({
    type: 'text/javascript',
    body: 'window.seen=[location.href,document.referrer];window.told=[...fbq.queue.splice(0)];fbq.callMethod=(...command)=>window.told.push(command)',
  }));
