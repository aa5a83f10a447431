/** A body in the encodings browsers take, and the answer to one request for it. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Encoded {
  readonly type: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
  /** Strong, without quotes; each encoding adds its name. */
  readonly tag: string;
}

/** How hard to press: 11 is for what is kept for long, 4 for what is made for one request. */
export type Effort = 'kept' | 'once';
const qualities: Readonly<Record<Effort, { br: number; gzip: number }>> = {
  kept: { br: 10, gzip: 9 },
  once: { br: 4, gzip: 5 },
};

// Less than this does not get smaller on the wire.
const worthwhile = 200;

/** Compresses a body in both ways. */
export async function encode(body: string | Buffer, type: string, effort: Effort = 'kept'): Promise<Encoded> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  if (bytes.length < worthwhile) return { type, bodies: { identity: bytes }, tag };
  const quality = qualities[effort];
  const [br, zipped] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    zip(bytes, { level: quality.gzip }),
  ]);
  return { type, bodies: { identity: bytes, br, gzip: zipped }, tag };
}

/** The best encoding that the client takes and the body has. */
export function chooseEncoding(header: string | undefined, bodies: Encoded['bodies']): Encoding {
  const taken = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='));
    if (name !== '') taken.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const takes = (encoding: string): boolean => (taken.get(encoding) ?? taken.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).find((encoding) => bodies[encoding] !== undefined && takes(encoding)) ?? 'identity';
}

const matches = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);

/** Answers with a body: 304 where the client has it, else the encoding it takes best. */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  encoded: Encoded,
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], encoded.bodies);
  const body = encoded.bodies[encoding] as Buffer;
  const tag = `"${encoded.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Vary', 'Accept-Encoding');
  const storable = headers['Cache-Control'] !== 'no-store';
  if (storable) response.setHeader('ETag', tag);
  if (storable && status === 200 && matches(request.headers['if-none-match'], tag)) {
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
