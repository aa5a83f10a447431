import type { SiteFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Draft } from '../link/draft.ts';
import { type LoweringContext, lowerWord } from './words.ts';

const none: ReadonlySet<string> = new Set();

/** Compiles the words of the site itself: the texts of its events, which are the same on every visit. */
export function lowerSite(draft: Draft, options: Constants): SiteFile {
  const source = draft.site;
  const around: LoweringContext = { draft, source, options, types: () => ({}), anchors: () => none, plainTexts: true };
  return walk(planOf('site'), source.data, {
    word: (kind, value, path, owner) => lowerWord(kind, value, path, owner, around),
  }) as SiteFile;
}
