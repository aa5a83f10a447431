/** What is not known of a file because of its mistakes. */
import type { DataPath } from '../../vocabulary/walk.ts';

/** Paths are those of the file as it is written. */
export interface Unknown {
  /** Paths of mistaken values. A problem at one of them, or below it, is a consequence. */
  readonly values: readonly DataPath[];
  /** Records from which something was cut. That one of them lacks something is a consequence. */
  readonly records: readonly DataPath[];
  /** What was cut, as text: it may use and declare every name in it. */
  readonly texts: readonly string[];
  /** Whether lines of the file could not be read, so that what it lacks may stand there. */
  readonly isPartial?: boolean;
}

export const nothingUnknown: Unknown = { values: [], records: [], texts: [] };

const begins = (path: DataPath, start: DataPath): boolean =>
  start.length <= path.length && start.every((segment, index) => segment === path[index]);

/**
 * Whether a value is unknown, or lacking where something was cut.
 * @param found the part of the path that exists in the file
 */
export const isUnknownAt = ({ values, records }: Unknown, path: DataPath, found: number): boolean =>
  values.some((each) => begins(path, each)) || records.some((each) => each.length === found && begins(path, each));

/** Adds the names of a file that cannot be read, and those that definitions have because of its own. */
export function addNames(names: Set<string>, { path, text }: { readonly path: string; readonly text: string }): void {
  const stem = path.replace(/^.*\/|\..*$/g, '');
  for (const name of namesInTexts([text, `${stem} /${stem} /api/${stem}`])) names.add(name);
}

/** The names that texts may use or declare: what stands between spaces and signs, and its parts between points. */
export function namesInTexts(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}_/#-]+/gu)) names.add(word);
    for (const [name] of text.matchAll(/[^\s'"{}[\],:;()|&=!<>]+/gu)) names.add(name);
  }
  return names;
}
