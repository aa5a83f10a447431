/** A body in the encodings that browsers support, and the response to one request for it. */
/// <reference path="./negotiator.d.ts" />
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { failsPrecondition, isKnownToClient } from './conditions.ts';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

export interface EncodedBody {
  readonly type: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
  /** Strong, without quotes; each encoding appends its name. */
  readonly tag: string;
}

/**
 * Compression effort: `cached` for cached bodies, `once` for a body made for one request, `none` for one that changes with
 * every edit of an author.
 */
export type Effort = 'cached' | 'once' | 'none';
const qualities: Readonly<Record<Exclude<Effort, 'none'>, { br: number; gzip: number }>> = {
  cached: { br: 10, gzip: 9 },
  once: { br: 4, gzip: 5 },
};

// Smaller bodies do not shrink on the wire.
const minCompressibleBytes = 200;

/** Compresses a body with Brotli and gzip. */
export async function encode(body: string | Buffer, type: string, effort: Effort = 'cached'): Promise<EncodedBody> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  if (bytes.length < minCompressibleBytes || effort === 'none') return { type, bodies: { identity: bytes }, tag };
  const quality = qualities[effort];
  const [br, zipped] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gzipAsync(bytes, { level: quality.gzip }),
  ]);
  return { type, bodies: { identity: bytes, br, gzip: zipped }, tag };
}

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The available encoding with the client's highest weight; of equals, the smallest. */
export function chooseEncoding(header: string | undefined, bodies: EncodedBody['bodies']): Encoding {
  const available = preferred.filter((encoding) => bodies[encoding] !== undefined);
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  // A client that refuses every encoding gets the plain body: RFC 9110 makes a 406 optional.
  return (negotiator.encoding(available, { preferred }) as Encoding | undefined) ?? 'identity';
}

/** Sends a body: 304 when the client's copy is current, 412 when its precondition fails, else the best encoding. */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  encoded: EncodedBody,
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], encoded.bodies);
  const body = encoded.bodies[encoding] as Buffer;
  const tag = `"${encoded.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.appendHeader('Vary', 'Accept-Encoding');
  const storable = headers['Cache-Control'] !== 'no-store';
  if (storable) response.setHeader('ETag', tag);
  if (storable && status === 200 && failsPrecondition(request, tag)) {
    response.statusCode = 412;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  if (storable && status === 200 && isKnownToClient(request, tag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = status;
  response.setHeader('Content-Type', encoded.type);
  response.setHeader('Content-Length', body.length);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(body);
}
