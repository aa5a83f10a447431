/** Repeats a page with `forEach` for every item of its collection. */
import type { Json } from '../../../schemas/compiled.ts';
import type { CollectionFile, PageFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import type { Report } from '../../errors/report.ts';
import { type Constants, compileTemplate } from '../../expressions/index.ts';
import type { Memo } from '../../memo/memo.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Source } from '../source/source.ts';
import { addNames } from '../source/unknown.ts';
import { checkItems } from './items.ts';

export interface Assembly {
  readonly sources: readonly Source[];
  /** The value of `item` in each repeated page. */
  readonly items: ReadonlyMap<Source<unknown>, Json>;
}

/**
 * Replaces each page with `forEach` by one page per item, named `<page>-<slug>`. The item is inserted into paths,
 * assets and other constants here; texts and expressions read it as a constant when they are compiled.
 * @param unknown names in what could not be read, to which those of a page without its collection are added
 * @param constants what those constants can read in addition to the item
 */
export function repeatPages(
  sources: readonly Source[],
  unknown: Set<string>,
  constants: Constants,
  memo: Memo,
): Assembly {
  const { report } = memo;
  const alike = new Map<string, ReadonlySet<string>>();
  const collections = new Map<string, Source<CollectionFile>>();
  for (const source of sources) {
    if (source.kind !== 'collection') continue;
    const id = String(source.data.collection);
    const other = collections.get(id);
    if (other) {
      report.add('id-taken', source, source.place(['collection']), { kind: 'collection', id, other: other.path });
      continue;
    }
    const collection = source as Source<unknown> as Source<CollectionFile>;
    collections.set(id, collection);
    alike.set(
      id,
      memo.once('items', collection, [], () => checkItems(collection, memo.report)),
    );
  }
  const items = new Map<Source<unknown>, Json>();
  const assembled = sources.flatMap((source): Source[] => {
    if (source.kind === 'collection') return [];
    const page = source.kind === 'page' ? (source as Source<unknown> as Source<PageFile>) : undefined;
    if (page?.data.forEach === undefined) return [source];
    const name = page.data.forEach;
    const collection = collections.get(name);
    if (collection === undefined) {
      if (!unknown.has(name))
        report.add('for-each-unknown', page, page.place(['forEach']), {
          name,
          near: nearest(name, [...collections.keys()]),
          known: [...collections.keys()],
        });
      addNames(unknown, page);
      return [];
    }
    const paths = (page.data.paths ?? []) as readonly string[];
    if (paths.length === 0) {
      report.add('for-each-path', page, page.place(['forEach']), { path: '' });
      return [];
    }
    paths.forEach((path, index) => {
      if (!path.includes('{{')) report.add('for-each-path', page, page.place(['paths', index]), { path });
    });
    const made = memo.once('repeated', page, [collection, constants], () =>
      Object.entries(collection.data.items).flatMap(([slug, given]) => {
        if (alike.get(name)?.has(slug) !== true) return [];
        const item = { ...(given as Record<string, Json>), slug };
        return [{ item, one: pageOf(page, slug, item, constants, memo.report) }];
      }),
    );
    for (const { item, one } of made) items.set(one as Source<unknown>, item);
    return made.map(({ one }) => one);
  });
  const single = sources.filter(
    ({ kind, data }) => kind === 'flow' || kind === 'site' || (kind === 'page' && data.forEach === undefined),
  );
  memo.each('items outside', single, [], (source) => reportItems(source, memo.report));
  return { sources: assembled, items };
}

function pageOf(page: Source<PageFile>, slug: string, item: Json, options: Constants, report: Report): Source {
  const own: Constants = { ...options, constants: { ...options.constants, item } as Constants['constants'] & object };
  const { forEach: _, ...rest } = page.data;
  const data = walk(
    planOf('page'),
    { ...rest, page: `${page.data.page}-${slug}` },
    {
      annotated(_kind, value, path, _owner, { after }) {
        if (after === undefined || typeof value !== 'string' || !value.includes('{{')) return value;
        const { template, problems } = compileTemplate(value, {}, own);
        for (const { offset, length, ...problem } of problems)
          report.addProblem({ severity: 'error', ...problem }, page, page.place(path, { offset, length }));
        const text = String(template);
        if (problems.length === 0 && !after.test(text))
          report.add('item-misfit', page, page.place(path), { slug, text });
        return text;
      },
    },
  );
  return page.with(data as Record<string, unknown>);
}

/** Reports every use of `item` in a page that is not repeated. */
function reportItems(source: Source, report: Report): void {
  walk(planOf(source.kind), source.data, {
    annotated(_kind, value, path, _owner, { after }) {
      if (after !== undefined && typeof value === 'string' && value.includes('{{'))
        report.add('item-outside', source, source.place(path));
      return value;
    },
  });
}
