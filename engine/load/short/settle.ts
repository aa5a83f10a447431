/** Files with mistakes that are found while they are written out: what is right in them is written out without the rest. */
import type { AuthorProblem } from '../../errors/problem.ts';
import { Report } from '../../errors/report.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import { mend } from '../shape/mend.ts';
import type { DataPath, Source } from '../source/source.ts';

/** How much more than the mistaken value is cut, in turn: the value, what contains it, what contains that. */
const cuts = [0, 1, 2] as const;

/**
 * Checks a file, and cuts what is mistaken.
 * @param check reports the mistakes of a file
 * @returns the file without its mistakes; null if nothing is left that the check accepts
 */
export function settle(
  source: Source,
  extensions: Extensions,
  report: Report,
  check: (source: Source, report: Report) => void,
): Source | null {
  check(source, report);
  if (!report.failed) return source;
  const paths = report.problems.flatMap((problem) => pathIn(problem, source) ?? []);
  for (const more of cuts) {
    const wider = paths.map((path) => path.slice(0, Math.max(1, path.length - more)));
    const cut = mend(source, extensions, 0, wider);
    if (cut === undefined) continue;
    const left = new Report();
    check(cut, left);
    if (!left.failed) return cut;
  }
  return null;
}

/**
 * A list in an entry of a file is cut whole, because its items are judged together. Those of a file's own lists are not.
 */
function withoutInnerItems(path: DataPath, { kind }: Source): DataPath {
  const least = kind === 'flow' ? 5 : 3;
  const item = path.findIndex((segment, index) => typeof segment === 'number' && index >= least);
  return item < 0 ? path : path.slice(0, item);
}

const pathIn = ({ severity, file, line, column }: AuthorProblem, source: Source): [DataPath] | undefined => {
  const path = severity === 'error' && file === source.path ? source.pathAt(line, column) : [];
  return path.length === 0 ? undefined : [withoutInnerItems(path, source)];
};
