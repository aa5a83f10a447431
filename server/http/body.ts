/** Reads small bodies: JSON, and forms as browsers post them. */
import type { IncomingMessage } from 'node:http';

/** Bytes. */
export const bodyLimit = 32 * 1024;
// What a sender may still push after the answer is clear, before the connection is cut.
const drainLimit = 1024 * 1024;

export type BodyFault = 'unsupported-type' | 'too-large' | 'malformed' | 'gone';
export type Body<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: BodyFault };

const jsonType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*;?\s*$/i;
const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*;?\s*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether the request says that its body is of a type, in UTF-8, as it stands. */
function says(request: IncomingMessage, type: RegExp): boolean {
  const encoding = request.headers['content-encoding'];
  return type.test(request.headers['content-type'] ?? '') && (encoding === undefined || encoding === 'identity');
}

/** Whether the request says that its body is JSON in UTF-8, as it stands. */
export const saysJson = (request: IncomingMessage): boolean => says(request, jsonType);

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
    if (!says(request, type)) {
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
    const end = (): void => done(decode(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), parse));
    request.on('data', take).on('end', end);
    // After `end` these change nothing: a promise is settled once.
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
