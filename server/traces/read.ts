/** Reads traces from files. */
import { globSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TraceLine } from '../../engine/trace/record.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { trace as isTraceLine } from '../../schemas/generated/validators.js';

/** One trace of a file, or the reason why it cannot be read. */
export type TraceSource =
  | { readonly name: string; readonly head: TraceHead; readonly lines: readonly TraceLine[]; readonly error: null }
  | { readonly name: string; readonly error: string };

const maxFileSize = 64 * 1024 * 1024;

/** Values below this level would end the recursions that compare and show them. */
const deepest = 64;

/** Why a value cannot be one of a visit, at any depth; null if it can. */
function valueFault(value: unknown, depth = 0): string | null {
  // JSON has numbers that are too large for any type.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'it has a number that is too large';
  if (typeof value !== 'object' || value === null) return null;
  if (depth === deepest) return `its values are nested in more than ${deepest} levels`;
  if (Object.hasOwn(value, '__proto__')) return 'it has a member __proto__';
  for (const each of Object.values(value)) {
    const fault = valueFault(each, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Why a value is no line of a trace; null if it is one. */
export function lineFault(value: unknown): string | null {
  if (!isTraceLine(value)) {
    const [error] = isTraceLine.errors ?? [];
    return `${error?.instancePath} ${error?.message}`.trim();
  }
  return valueFault(value);
}

/** Parses lines. @throws SyntaxError that names the faulty line */
export function parseTrace(text: string): TraceLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new SyntaxError(`Line ${index + 1} is not JSON; the file may have been cut off there.`);
    }
    const fault = lineFault(value);
    if (fault !== null) throw new SyntaxError(`Line ${index + 1} is not a valid trace line: ${fault}.`);
    return [value as TraceLine];
  });
}

/** Splits lines into traces, each beginning with its head. A visit with reloads has several traces in sequence. */
export function splitTraces(lines: readonly TraceLine[]): TraceLine[][] {
  const traces: TraceLine[][] = [];
  for (const line of lines) {
    if (line.kind === 'head' || traces.length === 0) traces.push([]);
    traces.at(-1)?.push(line);
  }
  return traces;
}

/**
 * The traces of a file. Never rejects: an unreadable file or trace is returned with its error.
 * @param options.isGrowing a server may be writing the file: a last line without its end is left out
 */
export async function readTraces(file: string, { isGrowing = false } = {}): Promise<TraceSource[]> {
  try {
    const { size } = await stat(file);
    if (size > maxFileSize) return [{ name: file, error: `The file is larger than ${maxFileSize / 1024 / 1024} MB.` }];
    const text = await readFile(file, 'utf8');
    const lines = parseTrace(isGrowing ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
    if (lines.length === 0) return [{ name: file, error: 'The file is empty: it contains no recording.' }];
    const traces = splitTraces(lines);
    return traces.map((each, index) => {
      const name = traces.length === 1 ? file : `${file}#${index + 1}`;
      const [head] = each;
      return head?.kind === 'head'
        ? { name, head, lines: each, error: null }
        : { name, error: 'The head line is missing: the beginning of the recording is not in the file.' };
    });
  } catch (error) {
    return [{ name: file, error: error instanceof Error ? error.message : String(error) }];
  }
}

const containsSite = async (folder: string): Promise<boolean> =>
  (await Promise.all(['yaml', 'yml', 'json'].map((ending) => exists(join(folder, `site.${ending}`))))).includes(true);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Replaces patterns such as `traces/2026-11-*` by the paths that they match. Most shells have done that already. */
async function withoutPatterns(paths: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const path of paths) {
    const matches = /[*?[]/.test(path) && !(await exists(path)) ? globSync(path) : [];
    all.push(...(matches.length > 0 ? matches.sort() : [path]));
  }
  return all;
}

/**
 * Collects trace files from paths: a path is a file, or a folder whose `.jsonl` files are all collected.
 * @returns the files in order, and the folder with definitions, if one is among the paths
 * @throws RangeError for a path without traces
 */
export async function tracesIn(
  paths: readonly string[],
): Promise<{ files: string[]; definitions: string | undefined }> {
  const files: string[] = [];
  let definitions: string | undefined;
  for (const path of await withoutPatterns(paths)) {
    const found = await stat(path).catch(() => null);
    if (found === null) throw new RangeError(`There is no file or folder ${path}.`);
    if (found.isFile()) files.push(path);
    else if (!found.isDirectory()) throw new RangeError(`${path} is neither a file nor a folder.`);
    else if (await containsSite(path)) definitions = path;
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const below = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
      if (below.length === 0) throw new RangeError(`The folder ${path} contains no trace: it has no .jsonl file.`);
      files.push(...below.map((entry) => join(entry.parentPath, entry.name)).sort());
    }
  }
  if (files.length === 0)
    throw new RangeError('Name a trace file, or a folder of traces, in addition to the definitions.');
  return { files, definitions };
}
