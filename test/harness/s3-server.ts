/**
 * A local HTTP server that speaks S3: GetObject, PutObject and HeadObject, for addresses with the bucket in the path. It
 * verifies the signature of every request (AWS Signature Version 4), and fails on command.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How requests fail. */
export type S3Fault =
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** The response begins after this time. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** The connection is reset before the response. */
  | { readonly kind: 'reset' }
  /** The connection is reset in the middle of the body. */
  | { readonly kind: 'torn' }
  /** The request is never answered. */
  | { readonly kind: 'silent' };

export interface S3Request {
  readonly method: string;
  readonly key: string;
  readonly status: number;
}

export interface S3Object {
  readonly body: Buffer;
  readonly type: string;
  /** The headers `x-amz-meta-…`. */
  readonly meta: Readonly<Record<string, string>>;
}

export interface S3Server {
  /** The environment of a server that uses its bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** The objects by their key. */
  readonly objects: Map<string, S3Object>;
  /** The answered requests in order. */
  readonly requests: S3Request[];
  /** Fails the requests for which it returns a fault. */
  failWith(fault: ((request: IncomingMessage) => S3Fault | null) | null): void;
  /** Stops listening and closes every connection. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
}

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** A request as its signature covers it. */
export interface SignedRequest {
  readonly method: string;
  /** The path and query as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Verifies a request as S3 does.
 * @returns the error code of S3; null when the signature is valid
 */
export function signatureFault(
  { method, target, headers, body }: SignedRequest,
  keys: Keys,
  region: string,
  now: number,
): string | null {
  const parts = authorizationPattern.exec(headers.authorization ?? '');
  if (parts === null) return 'AccessDenied';
  const [, id, day, signedRegion, names = '', signature = ''] = parts;
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const date = String(headers['x-amz-date']);
  const [, year, month, dayOfMonth, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const sentAt = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`);
  if (!date.startsWith(`${day}T`) || !(Math.abs(now - sentAt) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied';
  if ((headers['x-amz-security-token'] ?? undefined) !== keys.sessionToken) return 'InvalidToken';
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = target.split('?');
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['aws4_request', 's3', region, day as string].reduceRight<string | Buffer>(
    (secret, text) => hmac(secret, text),
    `AWS4${keys.secretAccessKey}`,
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** @param keys the keys that are allowed */
export async function startS3Server(
  keys: Keys = { accessKeyId: 'AKIATESTONLY', secretAccessKey: 'test/secret+key' },
): Promise<S3Server> {
  const bucket = 'made-pictures';
  const region = 'eu-test-1';
  const objects = new Map<string, S3Object>();
  const requests: S3Request[] = [];
  let faultOf: ((request: IncomingMessage) => S3Fault | null) | null = null;

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
    response.writeHead(status, { 'content-type': 'application/xml' });
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`;
    response.end(request.method === 'HEAD' ? undefined : xml);
  }

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer, isTorn: boolean): void {
    const { method = '', url = '', headers } = request;
    const fault = signatureFault({ method, target: url, headers, body }, keys, region, Date.now());
    if (fault !== null)
      return void refuse(request, response, fault === 'AuthorizationHeaderMalformed' ? 400 : 403, fault);
    if (!url.startsWith(`/${bucket}/`)) return void refuse(request, response, 404, 'NoSuchBucket');
    const key = decodeURIComponent(url.slice(bucket.length + 2));
    if (method === 'PUT') {
      if (headers['content-length'] === undefined) return void refuse(request, response, 411, 'MissingContentLength');
      const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')) as [string, string][];
      objects.set(key, { body, type: String(headers['content-type']), meta: Object.fromEntries(meta) });
      response.writeHead(200).end();
      return;
    }
    const found = objects.get(key);
    if (method !== 'GET' && method !== 'HEAD') return void refuse(request, response, 405, 'MethodNotAllowed');
    if (found === undefined) return void refuse(request, response, 404, 'NoSuchKey');
    response.writeHead(200, {
      'content-type': found.type,
      'content-length': found.body.length,
      ...found.meta,
    });
    if (method === 'HEAD') return void response.end();
    if (!isTorn) return void response.end(found.body);
    response.write(found.body.subarray(0, Math.ceil(found.body.length / 2)), () => response.socket?.resetAndDestroy());
  }

  const server = createServer((request, response) => {
    void (async () => {
      const body = await bytesOf(request);
      const fault = faultOf?.(request) ?? null;
      response.on('finish', () =>
        requests.push({
          method: request.method ?? '',
          key: decodeURIComponent((request.url ?? '').slice(bucket.length + 2)),
          status: response.statusCode,
        }),
      );
      if (fault?.kind === 'silent') return;
      if (fault?.kind === 'reset') return void request.socket.resetAndDestroy();
      if (fault?.kind === 'status') return refuse(request, response, fault.status, fault.code);
      if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
      answer(request, response, body, fault?.kind === 'torn');
    })().catch(() => response.destroy());
  });

  const listenOn = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listenOn(0);
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      S3_URL: `s3://${bucket}/site`,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      ...(keys.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: keys.sessionToken }),
    },
    objects,
    requests,
    failWith(fault) {
      faultOf = fault;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    start: () => listenOn(port),
  };
}
