/** The interface between the tags of a page and the adapter of each service. Types only. */
import type { Category } from '../../../engine/consent/consent.ts';
import type { MappedEvent } from '../../../engine/tags/event-mapping.ts';
import type { TagEvents } from '../../../engine/tags/words.ts';

/** A tag as the server writes it into the page. */
export interface TagSettings {
  /** The address of its adapter. */
  readonly module: string;
  readonly id: string;
  readonly purpose: Category;
  readonly script: string;
  readonly events?: Readonly<Record<string, MappedEvent>>;
  /** The personal values that it receives as hashes. */
  readonly user?: readonly string[];
  readonly phoneCode?: string;
}

/** An event with the place where it happened. Its addresses contain only parameters that may leave the site. */
export interface TaggedEvent {
  readonly event: string;
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly referrer: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Personal values, not hashed. */
  readonly user: Readonly<Record<string, unknown>>;
}

/** Hashes of personal values, as services that match customers expect them. A value that is unknown is missing. */
export interface HashedPerson {
  readonly email?: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** An event as a service receives it. */
export interface TagCall {
  readonly isView: boolean;
  /** The name at the service. */
  readonly name: string;
  readonly label: string | null;
  readonly conversion: number | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly source: Pick<TaggedEvent, 'id' | 'address' | 'title' | 'referrer'>;
  /** Null if the tag receives no personal values, or if the event has none. */
  readonly person: HashedPerson | null;
}

export interface TagContext {
  readonly allows: (purpose: Category) => boolean;
  /** Whether the visitor still has to choose. */
  readonly isUndecided: () => boolean;
  /** Runs a function once: now, or as soon as the visitor allows the purpose. */
  readonly whenAllowed: (purpose: Category, run: () => void) => void;
  readonly onConsentChange: (listener: () => void) => void;
  /** Logs a failure. Visitors do not see it. */
  readonly report: (error: unknown) => void;
}

/** The default export of an adapter's module. */
export interface TagAdapter {
  readonly events: TagEvents;
  /** Fetches the service's script. @returns sends an event, or adds it to the queue that the script reads */
  open(settings: TagSettings, context: TagContext): (call: TagCall) => void;
}
