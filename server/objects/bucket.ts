/** Objects in an S3-compatible bucket: GetObject, PutObject and HeadObject, each with a time limit. */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { mediaTypeOf } from '../http/media-types.ts';
import type { S3Config } from '../s3-config.ts';
import { assertObjectName, type ObjectStore } from './types.ts';

/** A request to the bucket that failed. Its message contains neither keys nor signatures. */
export class BucketError extends Error {
  /** The code of S3, such as `AccessDenied`, or of the network, such as `ECONNREFUSED` or `TIMEOUT`. */
  readonly code: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  constructor(code: string, status: number) {
    super(`The bucket failed: ${code}${status === 0 ? '' : ` (${status})`}.`);
    this.name = 'BucketError';
    this.code = code;
    this.status = status;
  }
}

export interface BucketOptions {
  /** Time limit of GetObject and HeadObject in milliseconds, with the body. A visitor waits for it. */
  readonly readTimeoutMs?: number;
  /** Time limit of PutObject in milliseconds. */
  readonly writeTimeoutMs?: number;
  /** Called with an object whose content does not match its checksum. It counts as absent. */
  readonly damaged?: (name: string) => void;
}

const maxObjectSize = 16 * 1024 * 1024;
const maxErrorSize = 4096;
const checksumHeader = 'x-amz-meta-sha256';

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** @returns null when the body is larger */
async function bodyOf(response: Response, limit: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop cancels the response.
    if (size > limit) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The error that S3 sends as XML; `HTTP_<status>` without one. */
async function refusalOf(response: Response): Promise<BucketError> {
  const text = (await bodyOf(response, maxErrorSize))?.toString('utf8') ?? '';
  return new BucketError(/<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? `HTTP_${response.status}`, response.status);
}

function networkErrorOf(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const { cause } = error as Error;
  const { code } = (cause ?? error) as { readonly code?: unknown };
  return new BucketError(typeof code === 'string' ? code : 'NETWORK', 0);
}

/**
 * @param config the bucket, and the keys to sign requests with
 * @param folder of the objects in it, such as `images`
 * @returns throws BucketError
 */
export function createBucket(
  { url: base, region, accessKeyId, secretAccessKey, sessionToken }: S3Config,
  folder: string,
  { readTimeoutMs = 1000, writeTimeoutMs = 10_000, damaged = () => {} }: BucketOptions = {},
): ObjectStore {
  const keys = {
    ...{ accessKeyId, secretAccessKey, region, service: 's3' },
    ...(sessionToken === null ? {} : { sessionToken }),
    // Keys that are derived from the secret, a day each.
    cache: new Map<string, ArrayBuffer>(),
  };

  interface Call {
    readonly method: 'GET' | 'PUT' | 'HEAD';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer<ArrayBuffer>;
  }

  async function request<Result>(
    name: string,
    call: Call,
    timeoutMs: number,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    assertObjectName(name);
    const url = `${base}${folder}/${name}`;
    const controller = new AbortController();
    const { signal } = controller;
    const once = async (): Promise<Result> => {
      const { headers } = await new AwsV4Signer({ ...keys, ...call, url }).sign();
      // A redirect means another region: following it would need another signature.
      return read(await fetch(url, { ...call, headers, signal, redirect: 'manual' }));
    };
    let timer: NodeJS.Timeout | undefined;
    // `AbortSignal.timeout` may be collected before it fires: a request refers to its signal weakly.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new BucketError('TIMEOUT', 0));
        controller.abort();
      }, timeoutMs);
    });
    try {
      const answered = once().catch((error: unknown) => {
        // The server may have closed the idle connection that was used. Every request can be repeated.
        if (error instanceof BucketError || signal.aborted) throw error;
        return once();
      });
      return await Promise.race([answered, late]);
    } catch (error) {
      throw networkErrorOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get: (name) =>
      request(name, { method: 'GET' }, readTimeoutMs, async (response) => {
        if (response.status === 404) {
          const refusal = await refusalOf(response);
          if (refusal.code === 'NoSuchBucket') throw refusal;
          return null;
        }
        if (response.status !== 200) throw await refusalOf(response);
        const body = await bodyOf(response, maxObjectSize);
        const checksum = response.headers.get(checksumHeader);
        // Objects that were copied into the bucket by other programs have no checksum.
        if (body !== null && (checksum === null || checksum === sha256(body))) return body;
        damaged(name);
        return null;
      }),
    async put(name, body) {
      const checksum = sha256(body);
      const headers = {
        'content-type': mediaTypeOf(name) ?? 'application/octet-stream',
        'x-amz-content-sha256': checksum,
        [checksumHeader]: checksum,
      };
      await request(
        name,
        { method: 'PUT', headers, body: body as Buffer<ArrayBuffer> },
        writeTimeoutMs,
        async (response) => {
          if (!response.ok) throw await refusalOf(response);
          await response.body?.cancel();
        },
      );
    },
    has: (name) =>
      request(name, { method: 'HEAD' }, readTimeoutMs, async (response) => {
        await response.body?.cancel();
        if (response.status === 404) return false;
        if (response.status === 200) return true;
        throw new BucketError(`HTTP_${response.status}`, response.status);
      }),
  };
}
