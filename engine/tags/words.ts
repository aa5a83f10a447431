/** What the engine knows about a service's tag. */
import type { Category } from '../consent/consent.ts';

/** How a service names events. Browsers need only this part. */
export interface TagEvents {
  /** Its names of standard events, by their name in `track:`. */
  readonly standard: Readonly<Record<string, string>>;
  /** Whether it also receives events that are neither standard nor mapped, under their own names. */
  readonly sendsOthers: boolean;
}

/** Hosts by the kind of content, as in a content security policy. The script's own host is added. */
export interface TagHosts {
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connections: readonly string[];
  readonly frames: readonly string[];
}

export interface TagWords extends TagEvents {
  /** The service's name, for people. */
  readonly title: string;
  /** The name of its adapter, a module of `renderer/tracking/tags/` that the build and the server know by this name. */
  readonly adapter: string;
  /** The default purpose. */
  readonly purpose: Category;
  /** The default address of its script, without its query. */
  readonly script: string;
  readonly hosts: TagHosts;
  /** The query parameters with which it recognises a click. It may read them. */
  readonly clickIds: readonly string[];
  /** The key of a mapping without which an event other than a page view is not sent; null if there is none. */
  readonly conversion: 'label' | 'conversion' | null;
}

export const googleClickIds = ['gclid', 'gbraid', 'wbraid', 'dclid', 'gad_source', 'gad_campaignid', '_gl'] as const;
