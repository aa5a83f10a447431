/** The lines of a log file that belong to visits. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isObject } from '../../engine/values/is-object.ts';
import { entryAt, type TimelineEntry } from './entry.ts';

type LogLine = Readonly<Record<string, unknown>>;

/** The lines of a file that are JSON objects and contain one of some texts. Others, such as those of another program, are skipped. */
async function* linesWith(file: string, texts: ReadonlySet<string>): AsyncGenerator<LogLine> {
  for await (const text of createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (![...texts].some((each) => text.includes(each))) continue;
    try {
      const line: unknown = JSON.parse(text);
      if (isObject(line)) yield line;
    } catch {
      // Cut off, or not of this server.
    }
  }
}

const known: ReadonlySet<string> = new Set([
  'level',
  'at',
  'event',
  'visit',
  'requestId',
  'method',
  'path',
  'status',
  'ms',
  'stack',
]);

function textOfLine(line: LogLine): string {
  const { level, event, method, path, status, ms } = line;
  const rest = Object.entries(line).flatMap(([name, value]) => (known.has(name) ? [] : [`${name} ${String(value)}`]));
  const request =
    method === undefined
      ? []
      : [`${String(method)} ${String(path)} answered with ${String(status)} in ${String(ms)} ms`];
  return [`${String(level)} ${String(event)}`, ...request, ...rest].join(', ');
}

/**
 * The entries of a log for some visits: the lines that carry their ids, and other lines of the same requests. Reads the
 * file twice, line by line.
 * @param visits the ids of the visits
 * @returns the entries by visit
 * @throws Error if the file cannot be read
 */
export async function logEntries(file: string, visits: ReadonlySet<string>): Promise<Map<string, TimelineEntry[]>> {
  const entries = new Map<string, TimelineEntry[]>();
  if (visits.size === 0) return entries;
  const requests = new Map<string, string>();
  for await (const { visit, requestId } of linesWith(file, visits))
    if (typeof visit === 'string' && visits.has(visit) && typeof requestId === 'string') requests.set(requestId, visit);
  for await (const line of linesWith(file, new Set([...visits, ...requests.keys()]))) {
    const { visit: own, requestId, at } = line;
    const visit = typeof own === 'string' ? own : (requests.get(String(requestId)) ?? '');
    const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    if (!visits.has(visit) || Number.isNaN(time)) continue;
    const entry = entryAt(time, 'log', textOfLine(line));
    const list = entries.get(visit);
    if (list === undefined) entries.set(visit, [entry]);
    else list.push(entry);
  }
  return entries;
}
