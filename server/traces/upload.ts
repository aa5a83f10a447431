/** What a browser uploads: lines of a trace, or the report of a page whose visitor has only looked. */
import type { IncomingMessage } from 'node:http';
import type { TraceLine } from '../../engine/trace/record.ts';
import { queryOf } from '../http/request.ts';
import { parseTrace } from './read.ts';

export type TraceUpload =
  /** @property from the number of the first line */
  | { readonly kind: 'lines'; readonly session: string; readonly from: number; readonly lines: readonly TraceLine[] }
  | { readonly kind: 'glance'; readonly text: string }
  /** The status of the reply, and why. */
  | { readonly kind: 'fault'; readonly status: 400 | 413 | 422; readonly body?: { readonly message: string } };

const postLimit = 256 * 1024;
const sessionPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The body as text; null when it is too large or the connection was closed. */
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

/** The latest time that a line names. */
const timeOf = (line: TraceLine): number =>
  Math.max(line.kind === 'head' ? line.input.at : 0, ('at' in line ? line.at : undefined) ?? 0);

/**
 * The lines of a body.
 * @throws SyntaxError that says which line is not a valid trace line, or is of a later time than `latest`
 */
function readLines(text: string, latest: number): TraceLine[] {
  const lines = parseTrace(text);
  if (lines.length === 0) throw new SyntaxError('There is no line.');
  for (const [index, line] of lines.entries())
    if (timeOf(line) > latest) throw new SyntaxError(`Line ${index + 1} is of a later time than now.`);
  return lines;
}

/**
 * Reads an upload. Never rejects because of what a browser sends.
 * @param latest the latest time that a line may name, in epoch milliseconds
 */
export async function readUpload(request: IncomingMessage, latest: () => number): Promise<TraceUpload> {
  const parameters = queryOf(request.url ?? '');
  const isGlance = parameters.has('glance');
  const session = parameters.get('session') ?? '';
  const from = Number(parameters.get('from') ?? Number.NaN);
  if (!isGlance && (!sessionPattern.test(session) || !Number.isSafeInteger(from) || from < 0))
    return { kind: 'fault', status: 400 };
  const text = await readText(request);
  if (text === null) return { kind: 'fault', status: 413 };
  if (isGlance) return { kind: 'glance', text };
  try {
    return { kind: 'lines', session, from, lines: readLines(text, latest()) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'fault', status: 422, body: { message: error.message } };
  }
}
