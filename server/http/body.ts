/** Reads a small JSON body. */
import type { IncomingMessage } from 'node:http';

/** Bytes. */
export const bodyLimit = 32 * 1024;
// What a sender may still push after the answer is clear, before the connection is cut.
const drainLimit = 1024 * 1024;

export type BodyFault = 'unsupported-type' | 'too-large' | 'malformed' | 'gone';
export type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: BodyFault };

const jsonType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*;?\s*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether the request says that its body is JSON in UTF-8, as it stands. */
export function saysJson(request: IncomingMessage): boolean {
  const encoding = request.headers['content-encoding'];
  return jsonType.test(request.headers['content-type'] ?? '') && (encoding === undefined || encoding === 'identity');
}

/** Reads the body. Never rejects. */
export function readJson(request: IncomingMessage, limit = bodyLimit): Promise<Body> {
  return new Promise((resolve) => {
    const done = (body: Body): void => resolve(body);
    if (!saysJson(request)) {
      drain(request, 0);
      return done({ ok: false, fault: 'unsupported-type' });
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      drain(request, 0);
      return done({ ok: false, fault: 'too-large' });
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take).off('end', end);
      drain(request, size);
      done({ ok: false, fault: 'too-large' });
    };
    const end = (): void => done(parse(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('data', take).on('end', end);
    // After `end` these change nothing: a promise is settled once.
    const gone = (): void => done({ ok: false, fault: 'gone' });
    request.on('error', gone).on('close', gone);
  });
}

function parse(bytes: Buffer): Body {
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) as unknown };
  } catch {
    return { ok: false, fault: 'malformed' };
  }
}

/** Throws the rest of a body away, so that the sender gets to read the answer; who goes on and on is cut off. */
function drain(request: IncomingMessage, already: number): void {
  let size = already;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > drainLimit) request.destroy();
  });
  request.on('error', () => {});
  request.resume();
}
