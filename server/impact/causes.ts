/** The edits that changed what visits or leads meet, with their lines. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { Change } from '../../engine/diff/changes.ts';
import { definitionKey, definitionsByKey, isTextChange, valueChanges } from '../../engine/diff/version-values.ts';
import { stepOf } from '../../engine/flow/context.ts';
import type { Source } from '../../engine/load/source/source.ts';
import type { ChangeGroup } from './report.ts';

/** An edit. */
export interface EditPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** It removed something: the line is that of the version before. */
  readonly isBefore: boolean;
}

/** What was found of some visits or leads. */
interface Effect {
  /** The definitions that decide it, by {@link definitionKey}; those of the place itself, such as its form, in `near`. */
  readonly concerned: ReadonlySet<string>;
  readonly near: ReadonlySet<string>;
  /** Names of the place: a step, a question, an intake. */
  readonly names: ReadonlySet<string>;
  readonly text: string;
}

const wordsIn = (text: string): Set<string> => new Set(text.match(/[\p{L}\p{N}_]+/gu));

/** The texts and numbers that differ, which a finding may name. */
const valuesOf = ({ before, after }: Change): string[] =>
  [before, after].flatMap((value) => (typeof value === 'string' && value.length > 3 ? [value] : []));

/** Whether a text has a value that no other word contains. */
function isShown(text: string, value: string): boolean {
  const isPart = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + value.length])) return true;
  return false;
}

/** How much an edit has to do with an effect; 0 for nothing. */
function relation(change: Change, { concerned, near, names, text }: Effect): number {
  const key = definitionKey(change.source);
  const parts = change.path.map(String);
  const named = parts.filter((part) => names.has(part)).length;
  const words = wordsIn(text);
  const mentioned = new Set(parts.filter((part) => words.has(part) && !names.has(part))).size;
  const shown = valuesOf(change).some((value) => isShown(text, value)) ? 4 : 0;
  const base = near.has(key) ? 2 : concerned.has(key) ? 1 : 0;
  if (base === 0 && shown === 0) return 0;
  return base + 4 * named + 3 * mentioned + shown;
}

/** Every edit of a site. */
export interface SiteEdits {
  readonly changes: readonly Change[];
  /** The definitions that only one version has. */
  readonly whole: readonly { readonly source: Source; readonly isBefore: boolean }[];
  readonly removed: ReadonlySet<Source>;
}

export function editsBetween(before: readonly Source[], after: readonly Source[]): SiteEdits {
  const [old, now] = [definitionsByKey(before), definitionsByKey(after)];
  return {
    changes: valueChanges(old, now),
    whole: [
      ...[...old].flatMap(([key, source]) => (now.has(key) ? [] : [{ source, isBefore: true }])),
      ...[...now].flatMap(([key, source]) => (old.has(key) ? [] : [{ source, isBefore: false }])),
    ],
    removed: new Set(before),
  };
}

/** Edits that are named for one finding at most. */
const mostPlaces = 3;

/** The edits that have most to do with an effect; the first of all if none has anything to do with it. */
function placesOf({ changes, whole, removed }: SiteEdits, effect: Effect): EditPlace[] {
  const edits = [
    ...changes.map((change) => {
      const { offset } = change.source.place(change.path, { key: true });
      const at = change.source.position(offset);
      const score = relation(change, effect) / (isTextChange(change) ? 4 : 1);
      return { score, place: { file: change.source.path, ...at, isBefore: removed.has(change.source) } };
    }),
    ...whole.map(({ source, isBefore }) => ({
      score: effect.concerned.has(definitionKey(source)) ? 2 : 0,
      place: { file: source.path, line: 1, column: 1, isBefore },
    })),
  ];
  const best = Math.max(0, ...edits.map(({ score }) => score));
  const places = edits.filter(({ score }) => score === best).map(({ place }) => place);
  // Of several edits of one line the first is enough.
  const byLine = new Map(places.toReversed().map((place) => [`${place.file}:${place.line}`, place]));
  return places.filter((place) => byLine.get(`${place.file}:${place.line}`) === place).slice(0, mostPlaces);
}

/** The two versions of a site. */
export interface SitePair {
  readonly today: SiteDefinition;
  readonly edited: SiteDefinition;
}

/** The edits that changed what visits of a group meet. */
export function causesOfVisits(edits: SiteEdits, { today, edited }: SitePair, group: ChangeGroup): EditPlace[] {
  const flow = edited.flows[group.flow] ?? today.flows[group.flow];
  const step = stepOf(group.screen);
  const { form } = (flow?.steps[step] ?? {}) as { readonly form?: string };
  const called = Object.values(edited.intakes).filter(({ path }) => group.change.includes(path));
  const paths = new Set(Object.keys(flow?.calls ?? {}));
  const reached = Object.values(edited.intakes).filter(
    ({ path }) => paths.has(path) || called.some((each) => each.path === path),
  );
  const forms = [...(flow?.forms ?? []), ...reached.flatMap((intake) => intake.forms)];
  return placesOf(edits, {
    concerned: new Set([
      ...[`flow ${group.flow}`, `funnel ${group.flow}`, ...forms.map((id) => `form ${id}`)],
      ...filesOfIntakes(
        edits,
        reached.map(({ id }) => id),
      ),
    ]),
    near: new Set([
      ...(form === undefined ? [] : [`form ${form}`]),
      ...filesOfIntakes(
        edits,
        called.map(({ id }) => id),
      ),
    ]),
    names: new Set([...group.screen.split('.'), step, ...called.map(({ id }) => id)].filter((name) => name !== '')),
    text: group.change,
  });
}

/** The edited files that have one of some intakes. */
const filesOfIntakes = ({ changes }: SiteEdits, ids: readonly string[]): string[] =>
  changes.flatMap(({ source }) =>
    source.kind === 'api' && ids.some((id) => Object.hasOwn((source.data['intakes'] as object | undefined) ?? {}, id))
      ? [definitionKey(source)]
      : [],
  );

/** The edits that changed what leads of a collection meet. */
export function causesOfLeads(
  edits: SiteEdits,
  { today, edited }: SitePair,
  { collection, reason }: { readonly collection: string; readonly reason: string },
): EditPlace[] {
  const intakes = [today, edited].flatMap((site) =>
    Object.values(site.intakes).filter(({ records }) => records === collection),
  );
  const ids = [...new Set(intakes.map(({ id }) => id))];
  const verified = intakes.flatMap(({ verify }) =>
    verify === null ? [] : [`flow ${verify.flow}`, `funnel ${verify.flow}`],
  );
  const near = new Set([
    ...intakes.flatMap((intake) => intake.forms).map((id) => `form ${id}`),
    ...filesOfIntakes(edits, ids),
    ...verified,
  ]);
  return placesOf(edits, { concerned: near, near, names: new Set(ids), text: reason });
}
