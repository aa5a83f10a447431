import type { Json } from '../../../schemas/compiled.ts';
import type { PageFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import { signalTypes } from '../../signals/page.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import { anchorsBelow } from '../link/anchors.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { type LoweringContext, lowerValue } from './values.ts';

const number = { kind: 'number' } as const;

/** Constants with the item of a repeated page. A constant with a getter is not read. */
const withItem = (options: Constants, item: Json): Constants => ({
  ...options,
  constants: Object.defineProperties({ item }, Object.getOwnPropertyDescriptors(options.constants ?? {})),
});

/**
 * Compiles a page. Its expressions read facts and site, the item of a repeated page, and in `when` the page signals.
 */
export function lowerPage(draft: Draft, source: Source<PageFile>, options: Constants): PageFile {
  const own = anchorsBelow(draft, source, []);
  // A link in a page frame may lead to a block of any of its steps.
  for (const flow of draft.flowsByPage.get(source.data.page) ?? [])
    for (const id of anchorsBelow(draft, flow, [])) own.add(id);
  const item = draft.items.get(source) as Json | undefined;
  const around: LoweringContext = {
    draft,
    source,
    options: item === undefined ? options : withItem(options, item),
    types: (path) => (path.at(-1) === 'when' ? signalTypes : {}),
    expected: (path) => (path[0] === 'products' && path.at(-1) === 'price' ? number : undefined),
    anchors: () => own,
  };
  return walk(planOf('page'), source.data, {
    annotated: (kind, value, path, owner, schema) => lowerValue(kind, value, path, owner, schema, around),
  }) as PageFile;
}
