/** Names in values with a kind in the schema. */
import type { Source } from '../load/source/source.ts';
import { isObject } from '../values/is-object.ts';
import type { Place } from '../vocabulary/places.ts';
import type { AnnotationKind } from '../vocabulary/plan.ts';
import type { DataPath } from '../vocabulary/walk.ts';
import { readAddress, readLinks } from './addresses.ts';
import { readExpression, readTemplate } from './chains.ts';
import type { Collector, NamePlace } from './mentions.ts';
import { type NameKind, nameKey } from './name.ts';
import { flowId } from './scopes.ts';

/** Strings that may contain expressions in `{{ … }}`. */
const templates: ReadonlySet<AnnotationKind> = new Set(['text', 'prose', 'href', 'route', 'asset', 'constant']);

/** References whose kind is that of the schema. */
const references: { readonly [Kind in AnnotationKind]?: NameKind } = {
  page: 'page',
  flow: 'flow',
  form: 'form',
  destination: 'destination',
  email: 'email',
  document: 'document',
  mask: 'mask',
  'event-ref': 'calendar',
  'collection-ref': 'collection',
  part: 'part',
  endpoint: 'endpoint',
  endpointRef: 'endpoint',
};

/** Records of the author: facts, texts, items, bodies of messages. */
type AuthorRecord = 'facts' | 'texts' | 'item' | 'payload';

/** Reads a value with a kind. @returns false if what is below it is still to be read */
export function readAnnotated(
  collector: Collector,
  kind: AnnotationKind,
  value: unknown,
  place: Place,
  at: NamePlace,
): boolean {
  if (kind === 'facts' || kind === 'texts' || kind === 'item' || kind === 'payload') {
    readRecord(collector, kind, value, at, []);
    return true;
  }
  if (typeof value !== 'string') return kind !== 'questions';
  if (templates.has(kind)) readTemplateOf(collector, kind, value, at);
  else if (kind === 'expression') readExpression(collector, value, 0, at);
  else readReference(collector, kind, value, place, at);
  return true;
}

function readTemplateOf(collector: Collector, kind: AnnotationKind, text: string, at: NamePlace): void {
  readTemplate(collector, text, at);
  if (kind === 'asset') collector.mentions.value(nameKey('asset', text), { ...at, role: 'uses' });
  if (kind === 'route')
    readAddress(collector, text, 0, { ...at, role: isRouteDefinition(at.source, at.path) ? 'defines' : 'links' });
  if (kind === 'href') readAddress(collector, text, 0, { ...at, role: 'links' });
  if (kind === 'text' || kind === 'prose') readLinks(collector, text, at);
}

const isRouteDefinition = ({ kind }: Source, path: DataPath): boolean =>
  (kind === 'page' && path[0] === 'paths') ||
  (kind === 'flow' && path[2] === 'path') ||
  (kind === 'funnel' && path[0] === 'path');

function readReference(collector: Collector, kind: AnnotationKind, name: string, place: Place, at: NamePlace): void {
  const { scopes, mentions } = collector;
  const { source } = at;
  const isDefinition = place.name === 'intake.post' || place.name === 'intake.get';
  const use: NamePlace = { ...at, role: isDefinition ? 'defines' : kind === 'endpointRef' ? 'posts' : 'uses' };
  if (kind === 'step') mentions.value(nameKey('step', flowId(source), name), { ...at, role: 'leads' });
  else if (kind === 'questions') mentions.value(nameKey('question', flowId(source), name), use);
  // The events of buttons are those of the flow's steps; a page sends them to the flows in its frame.
  else if (kind === 'event')
    for (const { id } of scopes.flowsOf(source)) mentions.value(nameKey('reaction', id, name), { ...at, role: 'uses' });
  else if (kind === 'overlay')
    for (const page of scopes.pagesOf(source)) mentions.value(nameKey('overlay', page, name), use);
  else if (kind === 'field') for (const key of scopes.fieldKeys(name, at)) mentions.value(key, use);
  else {
    const referred = references[kind];
    if (referred !== undefined) mentions.value(scopes.thing(referred, name), use);
  }
}

/** @param names the keys on the way to the value */
function readRecord(
  collector: Collector,
  kind: AuthorRecord,
  value: unknown,
  at: NamePlace,
  names: readonly string[],
): void {
  if (typeof value === 'string') {
    readTemplate(collector, value, at);
    readLinks(collector, value, at);
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      readRecord(collector, kind, item, { ...at, path: [...at.path, index] }, [...names, String(index)]);
  else if (isObject(value))
    for (const [name, part] of Object.entries(value)) {
      const inner = { ...at, path: [...at.path, name] };
      const own = [...names, name];
      defineIn(collector, kind, { ...inner, role: 'defines' }, own);
      readRecord(collector, kind, part, inner, own);
    }
}

function defineIn({ mentions }: Collector, kind: AuthorRecord, at: NamePlace, own: readonly string[]): void {
  if (kind === 'facts') mentions.key(nameKey('fact', ...own), at);
  else if (kind === 'texts') mentions.key(nameKey('text', flowId(at.source), ...own), at);
  else if (kind === 'item') mentions.key(nameKey('item', String(at.source.data['collection']), ...own), at);
}
