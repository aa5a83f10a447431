/** The facts that an edit changes, and where they are shown. */

import { shownFacts } from '../expressions/index.ts';
import type { Source } from '../load/source/source.ts';
import { expressionsIn } from '../migrate/expressions.ts';
import { nameKey } from '../names/name.ts';
import { namesOf } from '../names/site-names.ts';
import { countOf } from '../values/count-of.ts';
import { isObject } from '../values/is-object.ts';
import type { Change } from './changes.ts';
import { type EditConsequence, type SiteVersion, writtenValue } from './version.ts';

/** The paths of the facts that some text shows as money. */
const moneyFacts = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ text }) =>
      expressionsIn(text).flatMap(({ code }) =>
        shownFacts(code, 100).flatMap(({ as, path }) => (as === 'money' ? [path.join('.')] : [])),
      ),
    ),
  );

/** What a value is in a sentence; amounts of money as visitors read them. */
function factWriter({ site, sources }: SiteVersion): (path: string, value: unknown) => string {
  const money = moneyFacts(sources);
  const { locale, currency } = site.site;
  const format = currency === undefined ? undefined : new Intl.NumberFormat(locale, { style: 'currency', currency });
  return (path, value) =>
    typeof value === 'number' && format !== undefined && (money.has(path) || /(?:^|\.)price$/.test(path))
      ? format.format(value / 100)
      : writtenValue(value);
}

/** One sentence per fact that differs. @param changes those below `facts` of the site */
export function factEffects(
  changes: readonly Change[],
  after: SiteVersion,
  placeOf: (change: Change) => string,
): EditConsequence[] {
  if (changes.length === 0) return [];
  const written = factWriter(after);
  const { mentions } = namesOf(after.sources);
  return changes.map((change): EditConsequence => {
    const path = change.path.slice(1).join('.');
    const key = nameKey('fact', path);
    const read = mentions.filter((mention) => mention.key === key && mention.role !== 'defines');
    const files = new Set(read.map(({ source }) => source.path)).size;
    const where =
      change.after === undefined
        ? ''
        : read.length === 0
          ? ' No text reads it.'
          : ` Read at ${countOf(read.length, 'place')} in ${countOf(files, 'file')}.`;
    const text =
      change.before === undefined
        ? `The fact ${path} is new${isObject(change.after) ? '' : `: ${written(path, change.after)}`}.`
        : change.after === undefined
          ? `The fact ${path} is removed.`
          : `${path}: ${written(path, change.before)} → ${written(path, change.after)}.`;
    return { kind: 'facts', text: `${text}${where}`, at: placeOf(change) };
  });
}
