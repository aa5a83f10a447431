/**
 * Tracking in the browser: sends every event to the pixel and to the site's own server, with the same id. If the pixel's
 * script is missing, nothing is sent to these two. The site's tags receive every event with that id, too. Without consent
 * nothing is loaded and nothing is sent; events of a visitor who has not chosen yet wait on the page. Failures are logged,
 * not shown, and do not block the page.
 */

import { personValues } from '../../engine/values/person.ts';
import { currentPlace, type PageLocation } from '../boot/place.ts';
import type { TrackEvent } from '../boot/protocol.ts';
import { withOnly } from './address.ts';
import type { LandingSettings } from './attribution.ts';
import type { CarrySettings, startCarrying } from './carry.ts';
import { allows, isUndecided, onConsentChange, type Purpose, whenAllowed } from './consent.ts';
import { hashUser, sha256Of } from './hash.ts';
import { loadPixel, sendToPixel, setPixelConsent } from './pixel.ts';
import type { TaggedEvent, TagSettings } from './tags/adapter.ts';
import type { openTags } from './tags/tags.ts';

const {
  pixel: id,
  script = '',
  events: endpoint,
  outgoing = '',
  visible = '',
  tags,
  landing,
  carry,
} = document.body.dataset;
const outgoingNames = outgoing.split(' ');
const visibleNames = visible.split(' ');

/** An address without parameters that must not leave the site. */
const outgoingAddress = (address: string): string => withOnly(address, outgoingNames);

/** A referrer without parameters that must not leave the site; empty if unknown. */
const outgoingReferrer = (address = ''): string => address && outgoingAddress(address);

const report = (error: unknown): void => console.info('Tracking failed.', error);

/**
 * Resolves once the page has loaded and the browser is idle. Unlike `whenIdle` of the boot script it waits at most two
 * seconds, because events wait for the pixel. A limit as a parameter would add bytes to every page.
 */
const idlePage = (): Promise<void> =>
  new Promise((done) => {
    const idle = (): unknown =>
      'requestIdleCallback' in window ? requestIdleCallback(() => done(), { timeout: 2000 }) : setTimeout(done);
    if (document.readyState === 'complete') idle();
    else addEventListener('load', idle, { once: true });
  });

/** Whether the pixel's script has loaded; null until that is known. */
let present: boolean | null = id === undefined ? false : null;

/** What a history entry keeps of its address, so that a reload or the history shows the page as it was. */
interface AddressEntry {
  /** The query before parameters were removed. */
  readonly hidden?: string;
}

/**
 * Removes personal and undeclared parameters from the page's address, which the pixel's script reads by itself.
 * @param isRead whether the page shows them: then its history entry keeps them
 */
function hideParameters(isRead: boolean): void {
  const shown = withOnly(location.href, visibleNames);
  if (shown === location.href) return;
  const kept: AddressEntry = isRead ? { hidden: location.search } : {};
  history.replaceState({ ...history.state, ...kept }, '', shown);
}

/** Loads the page with the parameters that its history entry keeps. @returns whether it is being loaded */
function restoreParameters(): boolean {
  const { hidden, ...state } = (history.state ?? {}) as AddressEntry;
  if (hidden === undefined || hidden === location.search) return false;
  history.replaceState(state, '', location.pathname + hidden + location.hash);
  location.reload();
  return true;
}

/** The page before parameters are removed from its address. */
const opened = { path: location.pathname, search: location.search, referrer: document.referrer };

const reloading = restoreParameters();
// A page that reads its address has a session of the server.
if (!reloading) hideParameters(document.getElementById('funnel-session') !== null);
Object.defineProperty(document, 'referrer', { value: outgoingReferrer(document.referrer) });

const asks = document.body.dataset['consent'] !== undefined;
const ready: Promise<boolean> = new Promise<void>((done) => reloading || whenAllowed('marketing', done))
  .then(idlePage)
  .then(() => id !== undefined && allows('marketing') && loadPixel(id, script, asks))
  .then((there) => {
    present = there;
    return there;
  });

if (landing !== undefined) {
  const settings = JSON.parse(landing) as LandingSettings & { readonly purpose: Purpose };
  const load = (): Promise<typeof import('./attribution.ts')> => import(/* @vite-ignore */ settings.module);
  whenAllowed(settings.purpose, () => {
    let allowed = true;
    const follow = (): void => {
      const isAllowed = allows(settings.purpose);
      if (isAllowed === allowed) return;
      allowed = isAllowed;
      load()
        .then((module) =>
          isAllowed ? module.reportLanding(settings, opened, window.funnel?.landing) : module.forgetSource(settings),
        )
        .catch(report);
    };
    onConsentChange(follow);
    idlePage()
      .then(load)
      .then((module) => {
        if (allowed) return module.reportLanding(settings, opened, window.funnel?.landing);
      })
      .catch(report);
  });
}

if (carry !== undefined) {
  const settings = JSON.parse(carry) as CarrySettings;
  (import(/* @vite-ignore */ settings.module) as Promise<{ startCarrying: typeof startCarrying }>)
    .then((module) => module.startCarrying(settings, opened, window.funnel?.landing, () => allows('marketing')))
    .catch(report);
}

/** The tags of the page; null without any. Their code is fetched when the page is idle. */
const tagged: Promise<(event: TaggedEvent) => void> | null =
  tags === undefined
    ? null
    : idlePage().then(async () => {
        const { module, all } = JSON.parse(tags) as { readonly module: string; readonly all: readonly TagSettings[] };
        const opener = (await import(/* @vite-ignore */ module)) as { readonly openTags: typeof openTags };
        const consent = { allows, isUndecided, whenAllowed, onConsentChange };
        return opener.openTags(all, { ...consent, report, prepare: personValues, hash: sha256Of });
      });

/** Sends an event to the tags. */
function sendToTags(event: Omit<TaggedEvent, 'referrer'>): void {
  const referrer = outgoingReferrer(document.referrer);
  tagged?.then((send) => send({ ...event, referrer })).catch(report);
}

let lastTime = 0;

/** Creates an event's id from its prefix and the time. Each id gets a later millisecond, so that ids are unique. */
function idOf(prefix: string): { id: string; at: number } {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return { id: `${prefix}_${lastTime}`, at: lastTime };
}

interface Event {
  readonly event_name: string;
  readonly event_time: number;
  readonly event_source_url: string;
  readonly event_data: Readonly<Record<string, unknown>>;
  readonly browser_data: { readonly client_user_agent: string; readonly client_ip_address: null };
  readonly user_data?: object;
}

/** Sends an event to the site's own server. The request completes even if the visitor leaves. */
function post(event: Event): void {
  if (endpoint === undefined) return;
  fetch(endpoint, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(event),
  })
    .then(async (response) => {
      const reply = (await response.json()) as { success?: boolean; error?: string; message?: string };
      if (!response.ok || reply.success === false) report(reply.error ?? reply.message ?? response.status);
    })
    .catch(report);
}

/** Events that wait for the pixel's script. */
const waiting = new Set<Event>();

async function send(
  name: string,
  data: Readonly<Record<string, unknown>>,
  {
    event_id,
    at,
    address,
    user,
  }: {
    readonly event_id: string;
    readonly at: number;
    readonly address: string;
    readonly user: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  if (present === false || !(allows('marketing') || isUndecided())) return;
  // Nothing is awaited before the event is among the waiting ones: the visitor may leave at once.
  const hashed = Object.keys(user).length === 0 ? null : hashUser(user);
  const event: Event = {
    event_name: name,
    event_time: Math.floor(at / 1000),
    event_source_url: address,
    event_data: { ...data, event_id },
    browser_data: { client_user_agent: navigator.userAgent, client_ip_address: null },
    ...(hashed ? { user_data: hashed } : {}),
  };
  waiting.add(event);
  const there = await ready;
  // `pagehide` may have sent it already.
  if (!waiting.delete(event) || !there || !allows('marketing')) return;
  post(event);
  if (hashed) window.fbq?.('init', id, Object.fromEntries(Object.entries(hashed).filter(([, value]) => value !== '')));
  sendToPixel(name, data, event_id);
}

/** Whether this tab has already sent an event of a page. Marks it as sent. */
function isRepeated(event: string, { address }: PageLocation): boolean {
  const { pathname, search } = new URL(address);
  const key = `funnel-sent:${event} ${pathname}${search}`;
  try {
    if (sessionStorage.getItem(key)) return true;
    sessionStorage.setItem(key, '1');
  } catch {
    // Storage is denied. A reload then sends it again.
  }
  return false;
}

/** Tracks an event. @param place the page where it happened */
export function track({ event, prefix, id, data, user, once, page }: TrackEvent, place: PageLocation): void {
  if (reloading) return;
  if (once && isRepeated(event, place)) return;
  const { id: made, at } = idOf(prefix ?? event.toLowerCase());
  // An id has no room for a personal value.
  const event_id = typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : made;
  const address = outgoingAddress(place.address);
  const about = page
    ? { page_location: address, referrer: outgoingReferrer(window.funnel?.landing.referrer) || null }
    : {};
  sendToTags({ event, id: event_id, address, title: place.title, data, user });
  send(event, { ...data, ...about, event_source_url: address, event_id }, { event_id, at, address, user }).catch(
    report,
  );
}

/** Tracks a page view. */
export function viewed(place: PageLocation): void {
  if (reloading) return;
  hideParameters(true);
  const { id: event_id, at } = idOf('pageview');
  const address = outgoingAddress(place.address);
  const data = { page_location: address, page_path: place.path, page_title: place.title };
  sendToTags({ event: 'PageView', id: event_id, address, title: place.title, data: {}, user: {} });
  send('PageView', data, { event_id, at, address, user: {} }).catch(report);
}

onConsentChange(() => {
  if (!allows('marketing')) waiting.clear();
  if (present) setPixelConsent(allows('marketing'));
});

// A script that is still loading is not missing: events of a visitor who leaves before are sent to the server.
addEventListener('pagehide', () => {
  if (present !== null || !allows('marketing')) return;
  for (const event of waiting) post(event);
  waiting.clear();
});

const own = document.getElementById('funnel-events')?.textContent;
// After the page view, which is tracked as soon as this module has loaded.
const place = currentPlace();
if (own)
  setTimeout(() => {
    for (const event of JSON.parse(own) as TrackEvent[]) track(event, place);
  });
