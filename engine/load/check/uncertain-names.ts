/** What of a flow with mistakes is not known, so that nothing about its ways may follow from it. */
import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { AuthorProblem } from '../../errors/problem.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** The keys of a step that say where visitors go, and by which answers. */
const wayKeys = ['form', 'ask', 'next', 'branch', 'on', 'query', 'fallback', 'path'] as const;

/**
 * The names of answers and values that are mistaken, of which any value is possible.
 * @returns null if a mistake decides where visitors go: where a step is missing, ways seem impossible that are not
 */
export function uncertainNames(
  { report, forms }: Draft,
  source: Source<FlowFile>,
  formIds: readonly string[],
): ReadonlySet<string> | null {
  const names = new Set<string>();
  if (!report.failed) return names;
  const files = [source, ...formIds.flatMap((id) => forms.get(id) ?? [])];
  for (const problem of report.problems) {
    const file = files.find(({ path }) => path === problem.file);
    if (problem.severity !== 'error' || file === undefined) continue;
    const name = nameAt(source, file, problem);
    if (name === null) return null;
    if (name !== undefined) names.add(name);
  }
  const isUnknown = Object.keys(source.data.steps).some((id) =>
    wayKeys.some((key) => source.isDoubtful(['steps', id, key])),
  );
  return isUnknown ? null : names;
}

/** The name that a mistake is about; undefined for one that has no influence on ways, null for any other. */
function nameAt(
  { data: { questions } }: Source<FlowFile>,
  file: Source<unknown>,
  { line, column }: AuthorProblem,
): string | null | undefined {
  const [root, name, key] = file.pathAt(line, column);
  if (root === 'texts' || root === 'consent') return undefined;
  if (root === 'steps') return key === undefined || wayKeys.some((each) => each === key) ? null : undefined;
  if (name === undefined) return null;
  if (root === 'questions') return questions?.[name]?.saveAs ?? null;
  return root === 'fields' || root === 'data' || root === 'computed' ? String(name) : null;
}
