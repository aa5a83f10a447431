/** Resolves every reference before anything else reads it. */
import { isObject } from '../../values/is-object.ts';
import type { DataPath, Source } from '../source/source.ts';
import { nothingUnknown } from '../source/unknown.ts';
import type { AnnotatedValue, Draft, DraftContent } from './draft.ts';
import { indexDefinitions } from './index-definitions.ts';
import type { LiveDraft } from './live-draft.ts';
import { checkReferences } from './references.ts';

/** The unresolved references of each file. */
export type UnresolvedReferences = ReadonlyMap<Source<unknown>, ReadonlySet<AnnotatedValue>>;

/** Every file that a draft has definitions of. */
export const definitionSources = ({
  site,
  pages,
  flows,
  forms,
  emails,
  documents,
  scenarios,
  intakes,
}: DraftContent): ReadonlySet<Source<unknown>> =>
  new Set<Source<unknown>>([
    site,
    ...pages.values(),
    ...flows.values(),
    ...forms.values(),
    ...emails.values(),
    ...documents.values(),
    ...scenarios.values(),
    ...[...intakes.values()].map((intake) => intake.source),
  ]);

/**
 * Fills a draft and checks its references. One that is near to a name is a misspelt one, which is reported; after that it
 * has this name, so that nothing is reported of what the name would lead to.
 * @returns the references that lead nowhere
 */
export function resolveReferences(draft: LiveDraft, content: DraftContent): UnresolvedReferences {
  draft.fill(content);
  const all = [...definitionSources(draft)];
  const found = draft.memo.each('references', all, [], (source) => checkReferences(draft, source));
  const corrected = new Map<Source<unknown>, Source<unknown>>();
  const unresolved = new Map(
    all.map((source, index): [Source<unknown>, ReadonlySet<AnnotatedValue>] => {
      const { meant, unresolved } = found[index] as ReturnType<typeof checkReferences>;
      if (meant.length === 0) return [source, unresolved];
      const now = draft.memo.once('corrected', source, [found[index]], () => withNames(source, meant));
      corrected.set(source, now);
      return [now, unresolved];
    }),
  );
  if (corrected.size > 0) draft.fill(contentWith(content, corrected, draft));
  return unresolved;
}

/** The same definitions with other files in place of some. */
function contentWith(
  content: DraftContent,
  corrected: ReadonlyMap<Source<unknown>, Source<unknown>>,
  { memo }: Draft,
): DraftContent {
  const nowOf = <T extends Source<unknown>>(source: T): T => (corrected.get(source) as T | undefined) ?? source;
  return indexDefinitions(
    {
      ...content,
      sources: content.sources.map(nowOf),
      site: nowOf(content.site),
      items: new Map([...content.items].map(([source, item]) => [nowOf(source), item])),
    },
    memo,
  );
}

/** A file with other names at some paths. */
function withNames(source: Source<unknown>, meant: readonly { path: DataPath; name: string }[]): Source<unknown> {
  let data = source.data;
  for (const { path, name } of meant) data = withValue(data, path, name);
  const { values, records, texts } = source.unknown ?? nothingUnknown;
  // What does not fit the name is a consequence, too.
  const unknown = { values: [...values, ...meant.map(({ path }) => source.writtenPath(path))], records, texts };
  return source.with(data, undefined, unknown);
}

function withValue(data: unknown, [segment, ...rest]: DataPath, value: unknown): unknown {
  if (segment === undefined) return value;
  if (Array.isArray(data)) return data.with(Number(segment), withValue(data[Number(segment)], rest, value));
  return isObject(data) ? { ...data, [segment]: withValue(data[segment], rest, value) } : data;
}
