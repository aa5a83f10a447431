/** A page whose HTML arrives in two parts, as on a slow network. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CutPage {
  readonly url: string;
  /** Sends the second part. */
  release(): void;
  close(): void;
}

/**
 * Serves a page of a site, and everything else of the site as it is.
 * @param end the text before which the first part ends
 */
export async function cutPage(site: string, path: string, end: string): Promise<CutPage> {
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const server = createServer(async ({ url }, response) => {
    const reply = await fetch(site + url);
    for (const name of ['content-type', 'content-security-policy']) {
      const value = reply.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const body = Buffer.from(await reply.arrayBuffer());
    response.statusCode = reply.status;
    if (url !== path) return response.end(body);
    const cut = body.indexOf(end);
    if (cut < 0) throw new RangeError(`${path} does not contain ${end}`);
    response.write(body.subarray(0, cut));
    await released;
    return response.end(body.subarray(cut));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    release,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
