/** An event of Meta's Conversions API, made of a stored message. */
import { isObject } from '../../../../engine/values/is-object.ts';
import type { Json } from '../../../../schemas/compiled.ts';
import { whyNotPublic } from '../../guard/addresses.ts';

const secondMs = 1000;
/** Meta refuses older events, and with them the whole request. */
const oldestMs = 7 * 24 * 60 * 60 * secondMs;

type Members = Readonly<Record<string, Json>>;

const membersOf = (value: Json | undefined): Members => (isObject(value) ? (value as Members) : {});
const textOf = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** `fb.{subdomains}.{milliseconds}.{value}`; newer libraries append a segment of their own. */
const browserId = /^fb\.\d\.\d{10,16}\.[\w-]{1,400}(?:\.[\w-]{1,60})?$/;
const browserIdOf = (value: Json | undefined): string | null => {
  const text = textOf(value);
  return text !== null && browserId.test(text) ? text : null;
};

const present = (all: Readonly<Record<string, Json | null>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<string, Json>;

/** The address of a page without its query, which may contain personal data. */
function pageAddress(origin: string, page: string | null): string {
  try {
    return origin + new URL(page ?? '/', `${origin}/`).pathname;
  } catch {
    return `${origin}/`;
  }
}

/**
 * @param payload as `payloads.ts` makes it
 * @returns the event, or the reason why Meta would refuse it
 */
export function conversionEvent(payload: Json, origin: string, now: number): Record<string, Json> | string {
  const { event, eventId, time, page, user, data, client } = membersOf(payload);
  if (typeof event !== 'string' || typeof eventId !== 'string' || typeof time !== 'number')
    return 'the message is not an event';
  if (now - time > oldestMs) return 'the event is older than 7 days; Meta accepts no older ones';
  const { address, userAgent, fbp, fbc } = membersOf(client);
  const known = textOf(address);
  const person = {
    ...membersOf(user),
    ...present({
      client_ip_address: known !== null && whyNotPublic(known) === null ? known : null,
      client_user_agent: textOf(userAgent),
      fbp: browserIdOf(fbp),
      fbc: browserIdOf(fbc),
    }),
  };
  if (Object.keys(person).length === 0) return 'nothing in the event identifies a person or a browser';
  return {
    event_name: event,
    // A clock that runs ahead must not cost a conversion.
    event_time: Math.floor(Math.min(time, now) / secondMs),
    event_id: eventId,
    action_source: 'website',
    event_source_url: pageAddress(origin, textOf(page)),
    user_data: person,
    ...(Object.keys(membersOf(data)).length === 0 ? {} : { custom_data: membersOf(data) }),
  };
}
