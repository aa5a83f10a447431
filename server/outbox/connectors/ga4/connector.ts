/** Sends events to GA4 by the Measurement Protocol. */
import { hash } from 'node:crypto';
import type { Json } from '../../../../schemas/compiled.ts';
import type { Ga4Destination } from '../../../../schemas/generated/types.ts';
import type { Connector, ConnectorContext, ConnectorKind, SendResult } from '../../connector.ts';
import { createHttpClient, type HttpClientOptions, type HttpOutcome } from '../../guard/client.ts';
import { resultOfStatus } from '../answers.ts';

export interface Ga4Options extends HttpClientOptions {
  /** In place of Google's address. */
  readonly base?: string;
}

/**
 * The client id of GA4, two numbers with a dot: that of the `_ga` cookie (`GA1.1.X.Y`), or one of the submission's id, so
 * that a repetition has the same.
 */
export function clientIdOf(stored: string): string {
  const cookie = /^GA\d\.\d(?:-\d+)?\.(\d+\.\d+)$/.exec(stored)?.[1];
  if (cookie !== undefined) return cookie;
  const digits = hash('sha256', stored);
  const number = (at: number): number => Number.parseInt(digits.slice(at, at + 8), 16);
  return `${number(0)}.${number(8)}`;
}

function eventOf(payload: Json, now: number): Record<string, Json> | null {
  const { clientId, event, params, time, marketing } = (payload ?? {}) as Readonly<Record<string, Json>>;
  if (typeof clientId !== 'string' || typeof event !== 'string' || typeof time !== 'number') return null;
  const consent = marketing === true ? 'GRANTED' : 'DENIED';
  return {
    client_id: clientIdOf(clientId),
    timestamp_micros: Math.min(time, now) * 1000,
    ...(typeof marketing === 'boolean' ? { consent: { ad_user_data: consent, ad_personalization: consent } } : {}),
    events: [{ name: event, params: params ?? {} }],
  };
}

/** The codes and places of mistakes; the descriptions may repeat what was sent. */
function mistakesIn(text: string): readonly string[] | null {
  try {
    const { validationMessages } = JSON.parse(text) as {
      readonly validationMessages?: readonly { readonly fieldPath?: unknown; readonly validationCode?: unknown }[];
    };
    const word = (value: unknown): string => (/^[\w.[\]-]{1,80}$/.test(String(value)) ? String(value) : 'unknown');
    return (validationMessages ?? []).map(
      ({ fieldPath, validationCode }) => `${word(validationCode)} at ${word(fieldPath)}`,
    );
  } catch {
    return null;
  }
}

function resultOfValidation(outcome: HttpOutcome, now: number): SendResult {
  const result = resultOfStatus(outcome, now);
  if (result.result !== 'delivered' || !outcome.answered) return result;
  const mistakes = mistakesIn(outcome.text);
  if (mistakes === null) return { result: 'failed', reason: 'the answer of the validation server cannot be read' };
  if (mistakes.length > 0) return { result: 'failed', reason: `not valid: ${mistakes.join(', ')}` };
  return { result: 'delivered', detail: 'valid; the validation server records nothing' };
}

/** Opens the connector of a destination. */
export function openGa4(
  { measurement, secret, debug = false }: Ga4Destination,
  { clock }: Pick<ConnectorContext, 'clock'>,
  { base = 'https://www.google-analytics.com', ...options }: Ga4Options = {},
): Connector {
  const client = createHttpClient(options);
  const query = new URLSearchParams({ measurement_id: measurement, api_secret: secret });
  const target = client.target(`${base}${debug ? '/debug' : ''}/mp/collect?${query}`);
  const headers = { 'content-type': 'application/json' };

  return {
    async send({ payload }, signal) {
      if ('refused' in target) return { result: 'failed', reason: target.refused };
      const event = eventOf(payload, clock());
      if (event === null) return { result: 'refused', reason: 'the message is not an event' };
      const outcome = await client.post(target, { headers, body: JSON.stringify(event), signal });
      // Outside of the validation server Google answers 2xx to everything, mistakes included.
      return debug ? resultOfValidation(outcome, clock()) : resultOfStatus(outcome, clock());
    },
    close: () => client.close(),
  };
}

export const ga4Connector: ConnectorKind<Ga4Destination> = {
  open: (settings, context) => openGa4(settings, context),
};
