/** A limit on the connections of one address that wait: idle ones, and those whose request is not all there yet. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, limitKeyOf } from '../limits/address.ts';

/**
 * Closes the connection of an address that has waited longest when the address has too many of them. A new visitor
 * behind the same address is served, and the others keep their places.
 * @param most connections of one address that may wait
 */
export function limitWaiting(server: Server, most: number): void {
  const waiting = new Map<string, Set<Socket>>();
  const keys = new WeakMap<Socket, string>();

  function wait(socket: Socket): void {
    const key = keys.get(socket);
    if (key === undefined || socket.destroyed) return;
    const own = waiting.get(key) ?? new Set<Socket>();
    waiting.set(key, own);
    own.add(socket);
    if (own.size <= most) return;
    const [longest] = own;
    if (longest !== undefined) {
      leave(longest);
      longest.destroy();
    }
  }
  function leave(socket: Socket): void {
    const key = keys.get(socket) ?? '';
    const own = waiting.get(key);
    own?.delete(socket);
    if (own?.size === 0) waiting.delete(key);
  }

  server.on('connection', (socket: Socket) => {
    keys.set(socket, limitKeyOf(clientAddress({ socket, headers: {} }, 0)));
    wait(socket);
    socket.once('close', () => leave(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody) request.once('end', () => response.closed || leave(socket));
    else leave(socket);
    response.once('close', () => wait(socket));
  });
}
