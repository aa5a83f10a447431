/** Reads small bodies: JSON and posted forms. */
import type { IncomingMessage } from 'node:http';

/** Bytes. */
export const bodyLimit = 32 * 1024;
// Bytes that a sender may still send after the outcome is known, before the connection is closed.
const drainLimit = 1024 * 1024;

export type BodyFault = 'unsupported-type' | 'too-large' | 'malformed' | 'gone';
export type Body<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: BodyFault };

const jsonType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*;?\s*$/i;
const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*;?\s*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether the body has the given type, in UTF-8 and without a content encoding. */
function hasContentType(request: IncomingMessage, type: RegExp): boolean {
  const encoding = request.headers['content-encoding'];
  return type.test(request.headers['content-type'] ?? '') && (encoding === undefined || encoding === 'identity');
}

/** Reads a JSON body. Never rejects. */
export const readJson = (request: IncomingMessage, limit = bodyLimit): Promise<Body> =>
  read(request, jsonType, limit, (text) => JSON.parse(text) as unknown);

/** Reads the fields of a posted form. Never rejects. */
export const readForm = (request: IncomingMessage, limit = bodyLimit): Promise<Body<URLSearchParams>> =>
  read(request, formType, limit, (text) => new URLSearchParams(text));

function read<Value>(
  request: IncomingMessage,
  type: RegExp,
  limit: number,
  parse: (text: string) => Value,
): Promise<Body<Value>> {
  return new Promise((resolve) => {
    const done = (body: Body<Value>): void => resolve(body);
    // The sender has left before the body was read, and no event reports it.
    if (request.destroyed) return done({ ok: false, fault: 'gone' });
    if (!hasContentType(request, type)) {
      drain(request, 0);
      return done({ ok: false, fault: 'unsupported-type' });
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      drain(request, 0);
      return done({ ok: false, fault: 'too-large' });
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData).off('end', onEnd);
      drain(request, size);
      done({ ok: false, fault: 'too-large' });
    };
    const onEnd = (): void => done(decode(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), parse));
    request.on('data', onData).on('end', onEnd);
    // After `end` these have no effect: a promise settles once.
    const gone = (): void => done({ ok: false, fault: 'gone' });
    request.on('error', gone).on('close', gone);
  });
}

function decode<Value>(bytes: Buffer, parse: (text: string) => Value): Body<Value> {
  try {
    return { ok: true, value: parse(utf8.decode(bytes)) };
  } catch {
    return { ok: false, fault: 'malformed' };
  }
}

/**
 * Discards the rest of a body, so that the sender can read the response; beyond the limit the connection is destroyed.
 */
function drain(request: IncomingMessage, received: number): void {
  let size = received;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > drainLimit) request.destroy();
  });
  request.on('error', () => {});
  request.resume();
}
