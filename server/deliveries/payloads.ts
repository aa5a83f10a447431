/** What a message contains, by kind. A missing kind is a type error. */
import { hash } from 'node:crypto';
import { asksForConsent } from '../../engine/consent/policy.ts';
import { localDigits } from '../../engine/fields/masks/masks.ts';
import { personValues } from '../../engine/values/person.ts';
import type { Code, Json, Payload } from '../../schemas/compiled.ts';
import type { DeliveryDefinition, DeliveryKind } from '../../schemas/generated/types.ts';
import { isRecipient } from './due.ts';
import type { MessageSettings } from './plan.ts';

/** What messages contain besides the values and metadata of the record. */
export interface MessageSender {
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Cookies of the ad networks, by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Whether the visitor's data may be used for marketing. */
  readonly marketing: boolean;
}

/** The sender of a message whose kind does not read it. */
export const unknownSender: MessageSender = { address: null, userAgent: null, cookies: {}, marketing: false };

/** Whether messages of a kind describe the sender's browser, so that the sender is stored with them. */
export const describesBrowser = (kind: DeliveryKind): boolean => kind === 'meta' || kind === 'ga4';

/** What a message can be made of. */
export interface MessageSource extends MessageSender {
  readonly site: Pick<MessageSettings, 'phoneCode' | 'phoneMask' | 'masks' | 'consent'>;
  /** The stored values of the submission. */
  readonly values: Readonly<Record<string, Json>>;
  /** Id of the submission: 32 hexadecimal digits, the same for a repetition. */
  readonly submission: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly page: string | null;
  /** Evaluates an expression over the submission. */
  readonly evaluate: (code: Code) => Json;
}

type OfKind<K extends DeliveryKind> = Extract<DeliveryDefinition, { kind: K }>;

/** @returns the payload; null if there is nothing to send */
type PayloadOf<K extends DeliveryKind> = (delivery: OfKind<K>, source: MessageSource) => Json | null;

const evaluated = (codes: Readonly<Record<string, Code>>, { evaluate }: MessageSource): Record<string, Json> =>
  Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, evaluate(code)]));

const filled = (payload: Payload, source: MessageSource): Json =>
  'code' in payload
    ? source.evaluate(payload.code)
    : 'list' in payload
      ? payload.list.map((item) => filled(item, source))
      : Object.fromEntries(Object.entries(payload.members).map(([name, part]) => [name, filled(part, source)]));

/** A number as visitors write it, and with its country's code. @param written the value, which may begin with a code */
function phoneForms(
  digits: string,
  written: unknown,
  { phoneCode, phoneMask = '', masks = {} }: MessageSource['site'],
): string[] {
  // Another country's number: the site's mask and code are not its own.
  if (String(written).trim().startsWith('+') && !digits.startsWith(phoneCode ?? '')) return [digits];
  const mask = masks[phoneMask];
  const local = mask === undefined ? digits : localDigits(mask, digits);
  return phoneCode === undefined ? [digits] : [local, phoneCode + local];
}

/** The hashes of personal values, by the network's keys; those of empty values are left out. */
function hashedUser(user: Readonly<Record<string, Code>>, source: MessageSource): Record<string, Json> {
  const written = evaluated(user, source);
  const values = Object.entries(personValues(written)).filter(([, value]) => value !== '');
  return Object.fromEntries(
    values.map(([key, value]) => [
      key,
      (key === 'ph' ? phoneForms(value, written['phone'], source.site) : [value]).map((form) => hash('sha256', form)),
    ]),
  );
}

/** The values of the submission, or what the definition makes of them. */
const bodyOf = ({ body }: OfKind<'webhook' | 'send'>, source: MessageSource): Json => ({
  body: body === undefined ? source.values : filled(body as Payload, source),
});

const payloads: { readonly [K in DeliveryKind]: PayloadOf<K> } = {
  email({ template, to, values }, source) {
    const recipient = source.evaluate(to as Code);
    if (!isRecipient(recipient)) return null;
    return { template, to: recipient, values: values === undefined ? source.values : evaluated(values, source) };
  },
  webhook: bodyOf,
  send: bodyOf,
  meta({ event, eventId, user, data }, source) {
    const id = eventId === undefined ? null : source.evaluate(eventId);
    const { _fbp: fbp, _fbc: fbc } = source.cookies;
    return {
      event,
      eventId: typeof id === 'string' && id !== '' ? id : source.submission,
      time: source.at,
      page: source.page,
      user: hashedUser(user as Readonly<Record<string, Code>>, source),
      data: evaluated(data ?? {}, source),
      client: { address: source.address, userAgent: source.userAgent, fbp: fbp ?? null, fbc: fbc ?? null },
    };
  },
  ga4({ event, params }, source) {
    return {
      // Without `consent:` in the site no visitor was asked, and Google applies the settings of the property.
      ...(asksForConsent(source.site) ? { marketing: source.marketing } : {}),
      clientId: source.cookies['_ga'] ?? source.submission,
      event,
      params: evaluated(params ?? {}, source),
      time: source.at,
    };
  },
};

/** What a message contains; null if there is nothing to send. */
export const messagePayload = (delivery: DeliveryDefinition, source: MessageSource): Json | null =>
  (payloads[delivery.kind] as PayloadOf<DeliveryKind>)(delivery, source);
