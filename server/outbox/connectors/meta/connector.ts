/** Sends events to Meta's Conversions API, one a request: one that is refused then stops no other. */
import type { MetaDestination } from '../../../../schemas/generated/types.ts';
import type { Connector, ConnectorContext, ConnectorKind } from '../../connector.ts';
import { createHttpClient, type HttpClientOptions } from '../../guard/client.ts';
import { resultOfMeta } from './answer.ts';
import { conversionEvent } from './event.ts';

export interface MetaOptions extends HttpClientOptions {
  /** In place of Meta's address. */
  readonly base?: string;
}

const usualVersion = 'v26.0';

/** Opens the connector of a destination. */
export function openMeta(
  { token, pixel, testCode, version = usualVersion }: MetaDestination,
  { clock, origin }: Pick<ConnectorContext, 'clock' | 'origin'>,
  { base = 'https://graph.facebook.com', ...options }: MetaOptions = {},
): Connector {
  const client = createHttpClient(options);
  const path = `${version}/${encodeURIComponent(pixel ?? '')}/events?access_token=${encodeURIComponent(token)}`;
  const target = client.target(`${base}/${path}`);
  const headers = { 'content-type': 'application/json' };

  return {
    async send({ payload }, signal) {
      if (!pixel) return { result: 'failed', reason: 'the destination has no pixel' };
      if ('refused' in target) return { result: 'failed', reason: target.refused };
      const event = conversionEvent(payload, origin(), clock());
      if (typeof event === 'string') return { result: 'refused', reason: event };
      const body = JSON.stringify({ data: [event], ...(testCode ? { test_event_code: testCode } : {}) });
      return resultOfMeta(await client.post(target, { headers, body, signal }), clock());
    },
    close: () => client.close(),
  };
}

export const metaConnector: ConnectorKind<MetaDestination> = {
  open: (settings, context) => openMeta(settings, context),
};
