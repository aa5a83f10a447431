/** What Google's tags have in common: their queue, Consent Mode v2, and one script for all of them. */
import type { HashedPerson, TagCall, TagContext } from './adapter.ts';
import { loadScript } from './load-script.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Adds an entry to the queue. */
export const pushToDataLayer = (entry: unknown): void => {
  window.dataLayer ??= [];
  window.dataLayer.push(entry);
};

/** Adds a command to the queue. */
export function gtag(..._command: readonly unknown[]): void {
  // biome-ignore lint/complexity/noArguments: Google's script executes only objects of the type of `arguments`
  pushToDataLayer(arguments);
}

const purposes = {
  analytics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
} as const;

type Signals = Readonly<Record<string, 'denied' | 'granted'>>;

const signals = (granted: (purpose: keyof typeof purposes) => boolean): Signals =>
  Object.fromEntries(
    (['marketing', 'analytics'] as const).flatMap((purpose) =>
      purposes[purpose].map((name) => [name, granted(purpose) ? 'granted' : 'denied'] as const),
    ),
  );

let started = false;

/** Sets the defaults of Consent Mode v2, before any script of Google; then what the visitor allows, also after a change. */
export function startGoogle({ allows, onConsentChange }: TagContext): void {
  if (started) return;
  started = true;
  gtag('consent', 'default', { ...signals(() => false), wait_for_update: 500 });
  const update = (): void => gtag('consent', 'update', signals(allows));
  update();
  onConsentChange(update);
}

const loaded = new Set<string>();

/** Fetches `gtag.js` once, for all ids. */
export function loadGtag(script: string, id: string, { report }: TagContext): void {
  if (loaded.has(script)) return;
  loaded.add(script);
  gtag('js', new Date());
  loadScript(`${script}?id=${encodeURIComponent(id)}`, report);
}

/** Sets the page of this and later events, also of those that Google's script sends by itself. */
export function setPage({ source: { address, title, referrer } }: TagCall): void {
  gtag('set', { page_location: address, page_title: title, page_referrer: referrer });
}

/** Sets the hashes of a customer's values for enhanced conversions. */
export function setPerson({ email, phone, firstName, lastName }: HashedPerson): void {
  const address = {
    ...(firstName === undefined ? {} : { sha256_first_name: firstName }),
    ...(lastName === undefined ? {} : { sha256_last_name: lastName }),
  };
  gtag('set', 'user_data', {
    ...(email === undefined ? {} : { sha256_email_address: email }),
    ...(phone === undefined ? {} : { sha256_phone_number: phone }),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  });
}
