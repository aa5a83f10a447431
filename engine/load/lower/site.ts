import type { SiteFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Draft } from '../link/draft.ts';
import { type LoweringContext, lowerValue } from './values.ts';

const none: ReadonlySet<string> = new Set();

/** Compiles the texts of the site's events, which are constant. */
export function lowerSite(draft: Draft, options: Constants): SiteFile {
  const source = draft.site;
  const around: LoweringContext = { draft, source, options, types: () => ({}), anchors: () => none, plainTexts: true };
  return walk(planOf('site'), source.data, {
    annotated: (kind, value, path, owner, schema) => lowerValue(kind, value, path, owner, schema, around),
  }) as SiteFile;
}
