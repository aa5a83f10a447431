/**
 * Tracking in the browser: every event once in the pixel and once on the site's own server, under one id. Where the
 * pixel's script is absent nothing is sent at all. Failures are logged, never shown, and hold nothing up.
 */
import { currentPlace, type PageLocation } from '../boot/place.ts';
import type { TrackEvent } from '../boot/protocol.ts';
import { withOnly } from './address.ts';
import { hashUser } from './hash.ts';
import { loadPixel, tellPixel } from './pixel.ts';

const { pixel: id = '', script = '', events: endpoint, outgoing = '', visible = '' } = document.body.dataset;
const outgoingNames = outgoing.split(' ');
const visibleNames = visible.split(' ');

/** An address as others may read it. */
const outgoingAddress = (address: string): string => withOnly(address, outgoingNames);

/** A referrer as others may read it; empty where the browser does not say. */
const outgoingReferrer = (address = ''): string => address && outgoingAddress(address);

const report = (error: unknown): void => console.info('Tracking failed.', error);

/** What a visitor has said about being tracked, where the site asks. */
function isRefused(): boolean {
  try {
    return localStorage.getItem('funnel-consent') === 'denied';
  } catch {
    return false;
  }
}

/** The pixel comes after the page itself. */
const whenIdle = (): Promise<void> =>
  new Promise((done) => {
    const idle = (): unknown =>
      'requestIdleCallback' in window ? requestIdleCallback(() => done(), { timeout: 2000 }) : setTimeout(done);
    if (document.readyState === 'complete') idle();
    else addEventListener('load', idle, { once: true });
  });

let present: boolean | null = isRefused() ? false : null;

/** Removes personal and undeclared parameters from the page's address, which the pixel's script reads by itself. */
function hideParameters(): void {
  const shown = withOnly(location.href, visibleNames);
  if (shown !== location.href) history.replaceState(history.state, '', shown);
}

hideParameters();
Object.defineProperty(document, 'referrer', { value: outgoingReferrer(document.referrer) });

const ready: Promise<boolean> =
  present === false
    ? Promise.resolve(false)
    : whenIdle()
        .then(() => loadPixel(id, script))
        .then((there) => {
          present = there;
          return there;
        });

let lastTime = 0;

/** An event's id: its prefix and the time, a millisecond later for every one that would be the same. */
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

/** Sends an event to the site's own server, also while the visitor leaves. */
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
  if (present === false) return;
  // Plain http has no `crypto.subtle`: the event goes out, without who it was.
  const hashed = Object.keys(user).length === 0 ? null : await hashUser(user).catch(report);
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
  // It may have gone out when the visitor left the page.
  if (!waiting.delete(event) || !there) return;
  post(event);
  if (hashed) window.fbq?.('init', id, Object.fromEntries(Object.entries(hashed).filter(([, value]) => value !== '')));
  tellPixel(name, data, event_id);
}

/** Whether this tab has sent an event of a page before; from here on it has. */
function isRepeated(event: string, { address }: PageLocation): boolean {
  const { pathname, search } = new URL(address);
  const key = `funnel-sent:${event} ${pathname}${search}`;
  try {
    if (sessionStorage.getItem(key)) return true;
    sessionStorage.setItem(key, '1');
  } catch {
    // Storage is denied: a reload sends it again.
  }
  return false;
}

/** Tracks an event where it happened. */
export function track({ event, prefix, data, user, once, page }: TrackEvent, place: PageLocation): void {
  if (once && isRepeated(event, place)) return;
  const { id: event_id, at } = idOf(prefix ?? event.toLowerCase());
  const address = outgoingAddress(place.address);
  const about = page
    ? { page_location: address, referrer: outgoingReferrer(window.funnel?.landing.referrer) || null }
    : {};
  send(event, { ...data, ...about, event_source_url: address, event_id }, { event_id, at, address, user }).catch(
    report,
  );
}

/** Tracks that a page is viewed. */
export function viewed(place: PageLocation): void {
  hideParameters();
  const { id: event_id, at } = idOf('pageview');
  const address = outgoingAddress(place.address);
  const data = { page_location: address, page_path: place.path, page_title: place.title };
  send('PageView', data, { event_id, at, address, user: {} }).catch(report);
}

// A script that is late is not absent: who leaves before it is there is counted by the server.
addEventListener('pagehide', () => {
  if (present !== null) return;
  for (const event of waiting) post(event);
  waiting.clear();
});

document.addEventListener(
  'click',
  (event) => {
    const told = (event.target as Element | null)?.closest?.<HTMLElement>('[data-event]')?.dataset['event'];
    if (told !== undefined) track(JSON.parse(told) as TrackEvent, currentPlace());
  },
  { capture: true },
);

const own = document.getElementById('funnel-events')?.textContent;
// After the view of the page itself, which is told as soon as this module is there.
const place = currentPlace();
if (own)
  setTimeout(() => {
    for (const event of JSON.parse(own) as TrackEvent[]) track(event, place);
  });
