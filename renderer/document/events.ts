/** The events that a page tracks when it loads, before an island wakes. */
import { attributionSettings } from '../../engine/attribution/attribution.ts';
import { carriedHosts } from '../../engine/attribution/platforms.ts';
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { type AddressParameters, addressParameters } from '../../engine/flow/address-parameters.ts';
import { namesIn } from '../../engine/flow/scope.ts';
import { serverPaths } from '../../engine/paths.ts';
import { leafOf, type Session, scopeAt } from '../../engine/session/session.ts';
import { type ConfiguredTag, configuredTags, type TagKind } from '../../engine/tags/configuration.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import type { Track } from '../../schemas/generated/types.ts';
import type { LandingSettings } from '../tracking/attribution.ts';
import type { CarrySettings } from '../tracking/carry.ts';
import type { TagSettings } from '../tracking/tags/adapter.ts';

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
  { name: event, idPrefix: prefix, eventId, params: data = {}, user = {}, includePage: page }: Track,
  lookup: Lookup,
  once = false,
): PageEvent {
  const valuesOf = (codes: Readonly<Record<string, Code>>): Record<string, Json> =>
    Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, evaluate(code, lookup)]));
  const marks = { ...(once ? { once } : {}), ...(page === true ? { page } : {}) };
  return {
    event,
    prefix: prefix ?? null,
    ...(eventId === undefined ? {} : { id: evaluate(eventId, lookup) }),
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

function isKnown({ eventId = null, params: data = {}, user = {} }: Track, begun: boolean): boolean {
  const codes = [eventId, ...Object.values(data), ...Object.values(user)] as Code[];
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

/** The addresses of the modules that track. */
export interface TrackingModules {
  readonly tracking: string;
  /** Carries the source of a visit into links. */
  readonly carry: string;
  /** Reports landings. */
  readonly attribution: string;
  /** Opens the tags. */
  readonly tags: string;
  /** The adapters of the tags. */
  readonly adapters: Readonly<Record<TagKind, string>>;
}

/** The attributes of `<body>` that the tracking module reads; none on a site without a pixel, tags, sources that are kept, and sources that are carried. */
export function trackingOf(site: SiteDefinition, modules: TrackingModules): Record<`data-${string}`, string> {
  const pixel = loadedPixel(site);
  const tags = configuredTags(site.site);
  const sources = attributionSettings(site.site);
  const carried = Object.keys(site.site.integrations?.carry ?? {}).length > 0;
  if (pixel === null && tags.length === 0 && sources === null && !carried) return {};
  const { outgoing, visible } = parametersOf(site);
  const carry = (): CarrySettings => ({
    module: modules.carry,
    hosts: carriedHosts(site.site, (name) => visible.includes(name)),
  });
  const landing = (): LandingSettings & { readonly purpose: string } => ({
    module: modules.attribution,
    endpoint: serverPaths.landing,
    names: sources?.parameters.filter((name) => visible.includes(name)) ?? [],
    purpose: sources?.purpose ?? '',
  });
  return {
    'data-tracking': modules.tracking,
    'data-outgoing': outgoing.join(' '),
    'data-visible': visible.join(' '),
    ...(pixel === null ? {} : { 'data-pixel': pixel.id, 'data-script': pixel.script }),
    ...(pixel?.events === undefined ? {} : { 'data-events': pixel.events }),
    ...(sources === null ? {} : { 'data-landing': JSON.stringify(landing()) }),
    ...(carried ? { 'data-carry': JSON.stringify(carry()) } : {}),
    ...(tags.length === 0 ? {} : { 'data-tags': tagsAttribute(tags, modules) }),
  };
}

/** The tags as JSON: `TagSettings` of the tracking module. */
const tagsAttribute = (tags: readonly ConfiguredTag[], { tags: module, adapters }: TrackingModules): string =>
  JSON.stringify({
    module,
    all: tags.map(
      ({ kind, id, purpose, script, events, user, phoneCode }): TagSettings => ({
        module: adapters[kind],
        id,
        purpose,
        script,
        ...(Object.keys(events).length === 0 ? {} : { events }),
        ...(user.length === 0 ? {} : { user }),
        ...(phoneCode === null ? {} : { phoneCode }),
      }),
    ),
  });
