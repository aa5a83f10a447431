/** Lists the events of a site: when each is sent, with which fields, and who receives it in the browser and from the server. */

import type { FlowDefinition, IntakeDefinition, PageDefinition, SiteDefinition } from '../../engine/definition.ts';
import { purposeOf } from '../../engine/deliveries/kinds.ts';
import { type ConfiguredTag, configuredTags, tagKinds } from '../../engine/tags/configuration.ts';
import { receivedAs } from '../../engine/tags/event-mapping.ts';
import { isObject } from '../../engine/values/is-object.ts';
import { shownText } from '../../engine/values/text-holes.ts';
import type { DeliveryDefinition, Track } from '../../schemas/generated/types.ts';

/** A receiver of an event in the browser. */
export interface EventReceiver {
  readonly to: string;
  /** The event's name there. */
  readonly as: string;
  /** The conversion that it counts. */
  readonly conversion?: string;
  readonly purpose: string;
  readonly fields: readonly string[];
  /** The personal values that it gets as hashes. */
  readonly hashed: readonly string[];
}

export interface TrackedEvent {
  readonly event: string;
  /** The beginning of its id. */
  readonly idPrefix: string;
  readonly when: string;
  readonly fields: readonly string[];
  /** The personal values of the event. */
  readonly user: readonly string[];
  readonly browser: readonly EventReceiver[];
}

/** A message that the server sends after a submission. */
export interface TrackedDelivery {
  readonly delivery: string;
  readonly kind: string;
  readonly destination: string;
  readonly purpose: string;
  /** The event at the destination, or the template of the message. */
  readonly as: string | null;
  readonly fields: readonly string[];
  readonly conditional: boolean;
}

export interface TrackedIntake {
  readonly path: string;
  readonly deliveries: readonly TrackedDelivery[];
}

/** A page or a flow. */
export interface TrackedPlace {
  readonly kind: 'page' | 'flow';
  readonly id: string;
  readonly paths: readonly string[];
  /** The pages with an overlay that runs the flow. */
  readonly overlays: readonly string[];
  readonly events: readonly TrackedEvent[];
  /** What the server does after the submissions of a flow. */
  readonly server: readonly TrackedIntake[];
}

export interface TrackingPlan {
  /** Who receives events in the browser at all. */
  readonly receivers: readonly { readonly to: string; readonly id: string; readonly purpose: string }[];
  readonly places: readonly TrackedPlace[];
}

type Plain = Readonly<Record<string, unknown>>;
/** Every event below a value, with what causes it. @param cause that of the surroundings */
function tracksIn(value: unknown, cause: string): { readonly track: Track; readonly when: string }[] {
  if (Array.isArray(value)) return value.flatMap((each) => tracksIn(each, cause));
  if (!isObject(value)) return [];
  const own = [value['track']].flat().filter((each): each is Track & Plain => isObject(each) && 'name' in each);
  const when =
    typeof value['label'] === 'string' || Array.isArray(value['label'])
      ? `“${shownText(value['label'])}” is pressed`
      : cause;
  return [
    ...own.map((track) => ({ track, when })),
    ...Object.entries(value).flatMap(([key, part]) => (key === 'track' ? [] : tracksIn(part, causeOf(key, cause)))),
  ];
}

const causes: Readonly<Record<string, string>> = {
  submit: 'the form is submitted',
  fetch: 'data is requested',
};

/** What causes the events of an action after its calls. */
const successes: Readonly<Record<string, string>> = {
  'the form is submitted': 'the submission is accepted',
  'data is requested': 'data has arrived',
};

const causeOf = (key: string, cause: string): string =>
  key === 'onSuccess' ? (successes[cause] ?? cause) : (causes[key] ?? cause);

/** The events of a step. Reactions name the event that causes them. */
function stepTracks(id: string, { on = {}, ...step }: { readonly on?: unknown }) {
  const reactions = Object.entries(isObject(on) ? on : {}).flatMap(([event, reaction]) =>
    tracksIn(reaction, `${id}: on ${event}`),
  );
  return [...tracksIn(step, `${id} is shown`).map((each) => ({ ...each, when: inStep(id, each.when) })), ...reactions];
}

const inStep = (id: string, when: string): string => (when.startsWith(`${id} `) ? when : `${id}: ${when}`);

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function receiverOf(tag: ConfiguredTag, { event, fields, user }: Omit<TrackedEvent, 'browser'>): EventReceiver[] {
  const words = tagKinds[tag.kind];
  const received = receivedAs(event, tag.events, words);
  if (received === null) return [];
  const conversion = received.label ?? received.conversion;
  return [
    {
      to: words.title,
      as: received.name,
      ...(conversion === null ? {} : { conversion: String(conversion) }),
      purpose: tag.purpose,
      fields: tag.kind === 'linkedin' ? [] : fields.map((name) => received.params[name] ?? name),
      hashed: user.filter((name) => tag.user.some((each) => each === name)),
    },
  ];
}

/** An event with its receivers. */
function trackedEvent(site: SiteDefinition, when: string, track: Track, more: readonly string[] = []): TrackedEvent {
  const { pixel } = site.site.integrations ?? {};
  const event = {
    event: track.name,
    idPrefix: track.idPrefix ?? track.name.toLowerCase(),
    when,
    fields: unique([
      ...Object.keys(track.params ?? {}),
      ...more,
      ...(track.includePage ? ['page_location', 'referrer'] : []),
    ]),
    user: Object.keys(track.user ?? {}),
  };
  const own = { as: track.name, purpose: 'marketing', fields: event.fields, hashed: event.user };
  const toPixel =
    pixel?.id === undefined
      ? []
      : [{ to: 'Meta pixel', ...own }, ...(pixel.endpoint === undefined ? [] : [{ to: pixel.endpoint, ...own }])];
  return { ...event, browser: [...toPixel, ...configuredTags(site.site).flatMap((tag) => receiverOf(tag, event))] };
}

const pageView = (site: SiteDefinition, when: string): TrackedEvent =>
  trackedEvent(site, when, { name: 'PageView', idPrefix: 'pageview' }, ['page_location', 'page_path', 'page_title']);

function deliveryOf(name: string, delivery: DeliveryDefinition): TrackedDelivery {
  const { kind, destination, when } = delivery;
  const { event, template, params, data, user, body, shape, values } = delivery as Partial<Record<string, unknown>>;
  const members = isObject(body) ? body['members'] : undefined;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    delivery: name,
    kind,
    destination,
    purpose: purposeOf(delivery),
    as: text(event) ?? text(template) ?? text(shape),
    fields: unique([params, data, members, values, user].flatMap((part) => (isObject(part) ? Object.keys(part) : []))),
    conditional: when !== undefined,
  };
}

const intakeOf = ({ path, deliver }: IntakeDefinition): TrackedIntake => ({
  path,
  deliveries: Object.entries(deliver).map(([name, delivery]) => deliveryOf(name, delivery)),
});

function pageOf(site: SiteDefinition, page: PageDefinition, paths: readonly string[]): TrackedPlace {
  const { track = [], ...rest } = page;
  return {
    kind: 'page',
    id: page.page,
    paths,
    overlays: [],
    events: [
      ...(paths.length === 0 ? [] : [pageView(site, 'the page is shown')]),
      ...track.map((each) => trackedEvent(site, 'the page is shown', each)),
      ...tracksIn(rest, 'the page is shown').map((each) => trackedEvent(site, each.when, each.track)),
    ],
    server: [],
  };
}

function flowOf(site: SiteDefinition, flow: FlowDefinition): TrackedPlace {
  const routes = Object.entries(site.routes).filter(
    ([, route]) => route.flow === flow.flow && route.overlay === undefined,
  );
  const called = Object.values(site.intakes).filter(
    ({ path, method }) => method === 'POST' && Object.hasOwn(flow.calls, path),
  );
  return {
    kind: 'flow',
    id: flow.flow,
    paths: routes.filter(([path, { canonical }]) => path === canonical).map(([path]) => path),
    overlays: Object.values(site.pages)
      .filter(({ overlays = {} }) => Object.values(overlays).some((overlay) => overlay.flow === flow.flow))
      .map(({ page }) => page),
    events: [
      ...(routes.length === 0 ? [] : [pageView(site, 'a path of the flow is shown')]),
      ...Object.entries(flow.steps).flatMap(([id, step]) =>
        stepTracks(id, step).map(({ when, track }) => trackedEvent(site, when, track)),
      ),
    ],
    server: called.map(intakeOf).filter(({ deliveries }) => deliveries.length > 0),
  };
}

/** The events of a site, by page and flow. Places without an event or a delivery are left out. */
export function trackingPlan(site: SiteDefinition): TrackingPlan {
  const { pixel } = site.site.integrations ?? {};
  const pathsOf = (id: string): string[] =>
    Object.entries(site.routes)
      .filter(([path, route]) => route.page === id && route.flow === null && path === route.canonical)
      .map(([path]) => path);
  const places = [
    ...Object.values(site.pages).map((page) => pageOf(site, page, pathsOf(page.page))),
    ...Object.values(site.flows).map((flow) => flowOf(site, flow)),
  ];
  return {
    receivers: [
      ...(pixel?.id === undefined ? [] : [{ to: 'Meta pixel', id: pixel.id, purpose: 'marketing' }]),
      ...configuredTags(site.site).map(({ kind, id, purpose }) => ({ to: tagKinds[kind].title, id, purpose })),
    ],
    places: places.filter(({ events, server }) => events.length > 0 || server.length > 0),
  };
}
