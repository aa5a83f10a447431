/** Limits the waiting connections of one address: idle ones, and those whose request is still incomplete. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, limitKeyOf } from '../limits/address.ts';

/**
 * When an address has too many waiting connections, closes the one that has waited longest. So a new visitor behind the
 * same address is served, and the other connections stay open.
 * @param maxWaiting waiting connections allowed per address
 */
export function limitWaiting(server: Server, maxWaiting: number): void {
  const waiting = new Map<string, Set<Socket>>();
  const keys = new WeakMap<Socket, string>();

  function wait(socket: Socket): void {
    const key = keys.get(socket);
    if (key === undefined || socket.destroyed) return;
    const sockets = waiting.get(key) ?? new Set<Socket>();
    waiting.set(key, sockets);
    sockets.add(socket);
    if (sockets.size <= maxWaiting) return;
    const [longest] = sockets;
    if (longest !== undefined) {
      release(longest);
      longest.destroy();
    }
  }
  function release(socket: Socket): void {
    const key = keys.get(socket) ?? '';
    const sockets = waiting.get(key);
    sockets?.delete(socket);
    if (sockets?.size === 0) waiting.delete(key);
  }

  server.on('connection', (socket: Socket) => {
    keys.set(socket, limitKeyOf(clientAddress({ socket, headers: {} }, 0)));
    wait(socket);
    socket.once('close', () => release(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody) request.once('end', () => response.closed || release(socket));
    else release(socket);
    response.once('close', () => wait(socket));
  });
}
