/** A network between visitors and a server that can hold all data back: connections stay open, but nothing arrives. */
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from './site-server.ts';

export interface StallingNetwork {
  /** The address of a server through this network. */
  url(path: string): string;
  /** From now on, nothing arrives. */
  holdBack(): void;
  /** Delivers everything that was held back, in order. */
  deliver(): void;
}

/** @param origin the server's origin; read once the tests have begun */
export function stallingNetwork(origin: () => string): StallingNetwork {
  let silent = false;
  let port = 0;
  const waiting: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const pass = (work: () => void): void => {
    if (silent) waiting.push(work);
    else work();
  };
  const join = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => pass(() => to.write(bytes)));
    from.on('close', () => pass(() => to.end()));
    from.on('error', () => {});
    sockets.add(from);
  };
  const server = createServer((visitor) => {
    const upstream = connect(Number(new URL(origin()).port), '127.0.0.1');
    join(visitor, upstream);
    join(upstream, visitor);
  });
  beforeAll(async () => {
    port = await freePort();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: (path) => `http://localhost:${port}${path}`,
    holdBack: () => {
      silent = true;
    },
    deliver: () => {
      silent = false;
      for (const work of waiting.splice(0)) work();
    },
  };
}
