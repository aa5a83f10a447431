/** Takes the traces of sessions from browsers, where the operator lets it: JSON Lines, one file a session. */
import { appendFile, mkdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serverPaths } from '../../engine/paths.ts';
import { trace as isTraceLine } from '../../schemas/generated/validators.js';
import type { SentByAnotherSite } from '../http/origin.ts';
import { addressOf, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';

/** Where browsers hand in traces. */
export const tracesPath = `${serverPaths.own}traces`;

export interface TraceSink {
  /** Answers `POST /_f/traces?session=ID` with a body of JSON Lines: 204, or why not. */
  take(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export interface TraceSinkOptions {
  /** Files go to `<folder>/<date>/<session>.jsonl`. */
  readonly folder: string;
  readonly limits: RateLimit;
  readonly trustProxy: number;
  readonly isForeign: SentByAnotherSite;
  readonly clock?: () => number;
}

const postLimit = 256 * 1024;
const fileLimit = 4 * 1024 * 1024;
const perMinute = 120;
const sessionPattern = /^[A-Za-z0-9_-]{8,64}$/;
const typePattern = /^(?:application\/(?:x-ndjson|json)|text\/plain)\s*(?:;|$)/i;

/** The body as text; null when it is too large, or its sender went away. */
async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > postLimit) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The lines as they are kept, written anew so that each is one line; null when one is no line of a trace. */
function readLines(text: string): string | null {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const value = JSON.parse(line) as unknown;
      if (!isTraceLine(value)) return null;
      lines.push(`${JSON.stringify(value)}\n`);
    } catch {
      return null;
    }
  }
  return lines.length === 0 ? null : lines.join('');
}

export function createTraceSink({
  folder,
  limits,
  trustProxy,
  isForeign,
  clock = Date.now,
}: TraceSinkOptions): TraceSink {
  return {
    async take(request, response) {
      const end = (status: number): void => {
        if (!request.complete) response.setHeader('Connection', 'close');
        response.writeHead(status, { 'Cache-Control': 'no-store' }).end();
      };
      if (isForeign(request)) return end(403);
      if (!typePattern.test(request.headers['content-type'] ?? '')) return end(415);
      if (limits.take('traces', limitKeyOf(addressOf(request, trustProxy)), perMinute) > 0) return end(429);
      const session = new URL(request.url ?? '', 'http://here.invalid').searchParams.get('session') ?? '';
      if (!sessionPattern.test(session)) return end(400);
      const text = await readText(request);
      if (text === null) return end(413);
      const lines = readLines(text);
      if (lines === null) return end(422);
      const day = join(folder, new Date(clock()).toISOString().slice(0, 10));
      const file = join(day, `${session}.jsonl`);
      const size = await stat(file).then(
        (found) => found.size,
        () => 0,
      );
      if (size + lines.length > fileLimit) return end(413);
      await mkdir(day, { recursive: true });
      await appendFile(file, lines);
      end(204);
    },
  };
}
