/** Every place of a site's definitions that contains a name. */
import type { Source } from '../load/source/source.ts';
import { isObject } from '../values/is-object.ts';
import { type Place, placeBelow, recordPlace, rootPlace } from '../vocabulary/places.ts';
import { readAnnotated } from './annotations.ts';
import { addImplied } from './implications.ts';
import { readKey } from './keys.ts';
import { type SiteLayout, siteLayout } from './layout.ts';
import { type Collector, type Mention, MentionList, type MentionRole, type NamePlace } from './mentions.ts';
import { Scopes } from './scopes.ts';
import { readWord } from './words.ts';

/** Everything that is known about the names of a site. */
export interface SiteNames {
  readonly layout: SiteLayout;
  /** In the order of files and places, each once. */
  readonly mentions: readonly Mention[];
}

/** Files whose first key is their id. */
const files = ['page', 'flow', 'form', 'api', 'part', 'email', 'document', 'collection', 'funnel', 'scenario'] as const;

/** Collects the names of a site. @param sources every file that can be parsed, as it is written */
export function namesOf(sources: readonly Source[]): SiteNames {
  const layout = siteLayout(sources);
  const collector: Collector = { layout, scopes: new Scopes(layout), mentions: new MentionList() };
  for (const source of sources) readFile(collector, source);
  addImplied(collector);
  return { layout, mentions: collector.mentions.all };
}

/**
 * Collects the names of one file.
 * @param layout of the site with the file
 * @param candidate a name that counts as that of a thing wherever one could be meant (`offers.ts`)
 */
export function namesOfFile(source: Source, layout: SiteLayout, candidate?: string): readonly Mention[] {
  const mentions = new MentionList();
  readFile({ layout, scopes: new Scopes(layout, candidate), mentions }, source);
  return mentions.all;
}

function readFile(collector: Collector, source: Source): void {
  read(collector, source.data, rootPlace(source.kind), { source, path: [], role: 'reads' });
  for (const kind of files) {
    const id = source.data[kind];
    if (source.kind === kind && typeof id === 'string')
      collector.mentions.value(collector.scopes.thing(kind, id), { source, path: [kind], role: 'defines' });
  }
}

function read(collector: Collector, value: unknown, outer: Place, at: NamePlace): void {
  const { kind } = outer.plan;
  if (kind !== undefined && readAnnotated(collector, kind, value, outer, at)) return;
  if (Array.isArray(value)) {
    const items = placeBelow(outer, 0);
    for (const [index, item] of value.entries()) {
      const below = { ...at, path: [...at.path, index] };
      if (typeof item === 'string') readWord(collector, outer.name, item, below);
      if (items !== undefined) read(collector, item, items, below);
    }
    return;
  }
  if (!isObject(value)) return;
  const record = value as Record<string, unknown>;
  const place = recordPlace(outer, record);
  for (const [name, part] of Object.entries(record)) {
    const below = placeBelow(place, name);
    const inner = { ...at, path: [...at.path, name], role: roleWithin(place.name, name, at) };
    readKey(collector, place.name, name, inner);
    if (typeof part === 'string') readWord(collector, `${place.name}.${name}`, part, inner);
    if (below !== undefined) read(collector, part, below, inner);
  }
}

/** What names do in the value of a key. */
function roleWithin(record: string, key: string, { role, source }: NamePlace): MentionRole {
  if (key === 'track' || record === 'track') return 'tracks';
  if (record === 'call.with' || record === 'reaction.post.with' || record === 'intake' || source.kind === 'api')
    return 'posts';
  return role;
}
