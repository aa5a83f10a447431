/** Reads traces from files. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TraceLine } from '../../engine/trace/record.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { trace as isTraceLine } from '../../schemas/generated/validators.js';

/** One trace of a file, or why it cannot be read. */
export type TraceSource =
  | { readonly name: string; readonly head: TraceHead; readonly lines: readonly TraceLine[]; readonly error: null }
  | { readonly name: string; readonly error: string };

const largest = 64 * 1024 * 1024;

/** The lines of a text. @throws SyntaxError that names the faulty line */
export function parseTrace(text: string): TraceLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new SyntaxError(`Line ${index + 1} is not JSON; the file may have been cut off there.`);
    }
    if (!isTraceLine(value)) {
      const [error] = isTraceLine.errors ?? [];
      throw new SyntaxError(`Line ${index + 1} is not a line of a trace: ${error?.instancePath} ${error?.message}.`);
    }
    return [value as TraceLine];
  });
}

/** The traces of a text: each begins with its head. A visit that was reloaded is several, one after another. */
export function splitTraces(lines: readonly TraceLine[]): TraceLine[][] {
  const traces: TraceLine[][] = [];
  for (const line of lines) {
    if (line.kind === 'head' || traces.length === 0) traces.push([]);
    traces.at(-1)?.push(line);
  }
  return traces;
}

/** The traces of a file. Never rejects: what cannot be read says why. */
export async function readTraces(file: string): Promise<TraceSource[]> {
  try {
    const { size } = await stat(file);
    if (size > largest) return [{ name: file, error: `The file is larger than ${largest / 1024 / 1024} MB.` }];
    const lines = parseTrace(await readFile(file, 'utf8'));
    if (lines.length === 0) return [{ name: file, error: 'The file is empty: nothing was recorded in it.' }];
    const traces = splitTraces(lines);
    return traces.map((each, index) => {
      const name = traces.length === 1 ? file : `${file}#${index + 1}`;
      const [head] = each;
      return head?.kind === 'head'
        ? { name, head, lines: each, error: null }
        : { name, error: 'The head line is missing: the file does not begin where its recording did.' };
    });
  } catch (error) {
    return [{ name: file, error: error instanceof Error ? error.message : String(error) }];
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The files of traces that paths lead to: a file itself, or every `.jsonl` file below a folder.
 * @returns the files in order, and the folder among the paths that holds definitions
 * @throws RangeError when a path leads to nothing that could be a trace
 */
export async function tracesIn(
  paths: readonly string[],
): Promise<{ files: string[]; definitions: string | undefined }> {
  const files: string[] = [];
  let definitions: string | undefined;
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) throw new RangeError(`There is no file or folder ${path}.`);
    if (found.isFile()) files.push(path);
    else if (!found.isDirectory()) throw new RangeError(`${path} is neither a file nor a folder.`);
    else if (await exists(join(path, 'site.yaml'))) definitions = path;
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const below = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
      if (below.length === 0) throw new RangeError(`The folder ${path} holds no trace: no .jsonl file is in it.`);
      files.push(...below.map((entry) => join(entry.parentPath, entry.name)).sort());
    }
  }
  if (files.length === 0) throw new RangeError('Name a trace, or a folder of traces, beside the definitions.');
  return { files, definitions };
}
