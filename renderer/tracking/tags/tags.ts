/**
 * The tags of a page. Each is opened once its purpose is allowed; earlier events wait for its adapter, and for a visitor who
 * has not chosen yet. An event that the visitor did not allow is not sent later.
 */
import { receivedAs, renamedParams } from '../../../engine/tags/event-mapping.ts';
import type { personValues } from '../../../engine/values/person.ts';
import type { sha256Of } from '../hash.ts';
import type { HashedPerson, TagAdapter, TagCall, TagContext, TaggedEvent, TagSettings } from './adapter.ts';

/** The functions of the tracking module. They are passed, because an import would duplicate its state. */
export interface TagsContext extends TagContext {
  readonly prepare: typeof personValues;
  readonly hash: typeof sha256Of;
}

/** Parameters that every event has: tags receive them in their own way. */
const common = new Set(['event_source_url', 'event_id', 'page_location', 'page_path', 'page_title', 'referrer']);

/** A number with its country code. One that already has it is at least as long as a number and the code. */
function internationalPhone(written: unknown, digits: string, code: string): string {
  if (digits === '' || String(written).trim().startsWith('+')) return digits && `+${digits}`;
  return digits.startsWith(code) && digits.length >= code.length + 10 ? `+${digits}` : `+${code}${digits}`;
}

/** The hashes of the declared personal values of an event; null if it has none. */
function hashedPerson(
  user: TaggedEvent['user'],
  { user: declared = [], phoneCode = '' }: TagSettings,
  { prepare, hash }: TagsContext,
): HashedPerson | null {
  const { em, ph, fn, ln } = prepare(user);
  const has = (name: string, value: string): boolean => declared.includes(name) && value !== '';
  const person: HashedPerson = {
    ...(has('email', em) ? { email: hash(em) } : {}),
    ...(has('phone', ph) ? { phone: hash(internationalPhone(user['phone'], ph, phoneCode)) } : {}),
    ...(has('name', fn) ? { firstName: hash(fn) } : {}),
    ...(has('name', ln) ? { lastName: hash(ln) } : {}),
  };
  return Object.keys(person).length === 0 ? null : person;
}

/** An event as a tag receives it; null if it does not. */
function callOf(
  { event, data, user, id, address, title, referrer }: TaggedEvent,
  settings: TagSettings,
  { events }: TagAdapter,
  context: TagsContext,
): TagCall | null {
  const received = receivedAs(event, settings.events ?? {}, events);
  if (received === null) return null;
  const own = Object.fromEntries(Object.entries(data).filter(([name]) => !common.has(name)));
  return {
    isView: event === 'PageView',
    name: received.name,
    label: received.label,
    conversion: received.conversion,
    params: renamedParams(own, received.params),
    source: { id, address, title, referrer },
    person: hashedPerson(user, settings, context),
  };
}

function openTag(settings: TagSettings, context: TagsContext): (event: TaggedEvent) => void {
  const { purpose, module } = settings;
  const { allows, isUndecided, whenAllowed, onConsentChange, report } = context;
  let send: ((event: TaggedEvent) => void) | null = null;
  let waiting: TaggedEvent[] = [];

  const begin = (adapter: TagAdapter): void => {
    const call = adapter.open(settings, context);
    send = (event) => {
      try {
        const received = callOf(event, settings, adapter, context);
        if (received !== null && allows(purpose)) call(received);
      } catch (error) {
        // A service's own code may fail; the page and the other tags continue.
        report(error);
      }
    };
    for (const event of waiting) send(event);
    waiting = [];
  };
  whenAllowed(purpose, () => {
    (import(/* @vite-ignore */ module) as Promise<{ default: TagAdapter }>)
      .then((loaded) => begin(loaded.default))
      .catch(report);
  });
  onConsentChange(() => {
    if (!allows(purpose)) waiting = [];
  });
  return (event) => {
    if (send !== null) send(event);
    else if (allows(purpose) || isUndecided()) waiting.push(event);
  };
}

/** Opens the tags of a page. @returns sends an event to each of them */
export function openTags(all: readonly TagSettings[], context: TagsContext): (event: TaggedEvent) => void {
  const tags = all.map((settings) => openTag(settings, context));
  return (event) => {
    for (const send of tags) send(event);
  };
}
