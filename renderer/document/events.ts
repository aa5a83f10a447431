/** The events that a page tracks when it loads, before an island wakes. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { type AddressParameters, addressParameters } from '../../engine/flow/address-parameters.ts';
import { namesIn } from '../../engine/flow/scope.ts';
import { leafOf, type Session, scopeAt } from '../../engine/session/session.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import type { Track } from '../../schemas/generated/types.ts';

/** The ads pixel of a site. */
export interface LoadedPixel {
  readonly id: string;
  /** The address of its script. */
  readonly script: string;
  /** Other hosts that it sends events to. */
  readonly hosts: readonly string[];
  /** The path on this site that events are also posted to. */
  readonly events?: string;
}

type Lookup = ReturnType<typeof scopeAt>;
type PageEvent = Readonly<Record<string, Json>> & { readonly event: string };

/** Evaluates the values of an event. */
function eventOf(
  { name: event, idPrefix: prefix, params: data = {}, user = {}, includePage: page }: Track,
  lookup: Lookup,
  once = false,
): PageEvent {
  const valuesOf = (codes: Readonly<Record<string, Code>>): Record<string, Json> =>
    Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, evaluate(code, lookup)]));
  const marks = { ...(once ? { once } : {}), ...(page === true ? { page } : {}) };
  return {
    event,
    prefix: prefix ?? null,
    data: valuesOf(data),
    user: valuesOf(user as Readonly<Record<string, Code>>),
    ...marks,
  };
}

const emptyScope: Lookup = () => undefined;

/** The page's own events. */
export const eventsOf = (tracks: readonly Track[]): Json[] => tracks.map((track) => eventOf(track, emptyScope));

/** Names whose values only the browser knows. */
const browserNames = new Set(['visit', 'now']);

function isKnown({ params: data = {}, user = {} }: Track, begun: boolean): boolean {
  const codes = [...Object.values(data), ...Object.values(user)] as Code[];
  return codes.flatMap((code) => namesIn(code)).every((name) => begun && !browserNames.has(name));
}

/**
 * The events of the step on a page: of its entry, and of its loaded data. An event whose values are not known yet is
 * tracked by the island.
 * @param begun whether the session belongs to a visitor
 */
export function stepEvents(session: Session, begun: boolean): PageEvent[] {
  const flow: FlowDefinition = session.compiled.flow;
  const { step, status } = leafOf(session);
  const { track, fetch: load } = flow.steps[step] ?? {};
  const loaded = status === 'ready' ? load?.onSuccess?.track : undefined;
  const eventIf = (each: Track | undefined, once: boolean): PageEvent[] =>
    each !== undefined && isKnown(each, begun) ? [eventOf(each, scopeAt(session), once)] : [];
  return [...eventIf(track, false), ...eventIf(loaded, true)];
}

/** The ads pixel that a site's pages load; null for none. */
export function loadedPixel({ site }: SiteDefinition): LoadedPixel | null {
  const { id, script, hosts = [], endpoint: events } = site.integrations?.pixel ?? {};
  return id === undefined || script === undefined
    ? null
    : { id, script, hosts, ...(events === undefined ? {} : { events }) };
}

const parameters = new WeakMap<SiteDefinition, AddressParameters>();

function parametersOf(site: SiteDefinition): AddressParameters {
  const known = parameters.get(site) ?? addressParameters(site);
  parameters.set(site, known);
  return known;
}

/** The attributes of `<body>` that the tracking module reads; none on a site without a pixel. */
export function trackingOf(site: SiteDefinition, module: string): Record<`data-${string}`, string> {
  const pixel = loadedPixel(site);
  if (pixel === null) return {};
  const { outgoing, visible } = parametersOf(site);
  return {
    'data-tracking': module,
    'data-pixel': pixel.id,
    'data-script': pixel.script,
    'data-outgoing': outgoing.join(' '),
    'data-visible': visible.join(' '),
    ...(pixel.events === undefined ? {} : { 'data-events': pixel.events }),
  };
}
