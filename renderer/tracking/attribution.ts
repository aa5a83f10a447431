/** Reports a landing to the site's own server, which keeps the source of the visitor in cookies. */
import type { Landing } from '../boot/protocol.ts';

/** As the server writes it into the page. */
export interface LandingSettings {
  readonly module: string;
  readonly endpoint: string;
  /** The query parameters that are kept. No others are sent. */
  readonly names: readonly string[];
}

/** A page as it was opened: tracking removes other parameters from its address. */
export interface OpenedPage {
  readonly path: string;
  readonly search: string;
  readonly referrer: string;
}

const key = 'funnel-landed';

function readSent(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Asks the server to remove the cookies, after the visitor has refused. Scripts cannot read or remove them. */
export async function forgetSource({ endpoint }: LandingSettings): Promise<void> {
  await send(endpoint, { path: '/', query: {}, referrer: '' });
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is denied: nothing was stored.
  }
}

const send = (endpoint: string, body: object): Promise<Response> =>
  fetch(endpoint, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Reports the landing of this tab, and any later page that was opened with a source in its address. */
export async function reportLanding(
  { endpoint, names }: LandingSettings,
  opened: OpenedPage,
  landing: Landing | undefined,
): Promise<void> {
  const sourceOf = (search: string): Record<string, string> =>
    Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => names.includes(name)));
  const sent = readSent();
  const source = sourceOf(opened.search);
  const written = JSON.stringify(source);
  // The first page of the tab, unless a later one has a source of its own.
  const isLater = Object.keys(source).length > 0;
  if (sent !== null && (!isLater || written === sent)) return;
  const { path, search, referrer } = sent === null && !isLater && landing !== undefined ? landing : opened;
  const response = await send(endpoint, {
    path,
    query: sourceOf(search),
    referrer: referrer && new URL(referrer).origin,
  });
  // It is reported again from the next page. A portal on the way answers with 200.
  if (response.status !== 204) return;
  try {
    sessionStorage.setItem(key, written);
  } catch {
    // Storage is denied: every page is a landing.
  }
}
