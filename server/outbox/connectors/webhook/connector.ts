/** Sends webhooks as Standard Webhooks describes them (https://www.standardwebhooks.com). */
import type { KeyObject } from 'node:crypto';
import type { Json } from '../../../../schemas/compiled.ts';
import type { WebhookDestination } from '../../../../schemas/generated/types.ts';
import type { Connector, ConnectorContext, ConnectorKind, OutgoingMessage, SendResult } from '../../connector.ts';
import { createHttpClient, type HttpClientOptions, type Target } from '../../guard/client.ts';
import { resultOfStatus } from '../answers.ts';
import { readWebhookSecret, webhookSignature } from './sign.ts';

/**
 * In bytes. The specification recommends 20 KB, but the lead was acknowledged: a long answer must not make its message
 * undeliverable. A body is made of a submission of at most 32 KB and of the author's texts.
 */
const largestBody = 1024 * 1024;
/** The connector sets these; a destination's own would break the message or the connection. */
const reserved =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|webhook-.*|funnel-.*)$/i;

interface RequestParts {
  readonly target: Target;
  readonly key: KeyObject | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lower-case names, so that a destination's own header replaces the usual one. */
const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Opens the connector of a destination. With mistaken settings every attempt fails with the mistake as its reason. */
export function openWebhook(
  { url, secret, headers = {}, private: allowPrivate = false, accepts }: WebhookDestination,
  { clock }: Pick<ConnectorContext, 'clock'>,
  options: HttpClientOptions = {},
): Connector {
  const client = createHttpClient({ ...options, allowPrivate });

  function prepare(): RequestParts | string {
    const target = client.target(url);
    if ('refused' in target) return target.refused;
    const stray = Object.keys(headers).find((name) => reserved.test(name));
    if (stray !== undefined) return `the destination cannot set the header ${stray}`;
    const key = secret === undefined ? null : readWebhookSecret(secret);
    if (secret !== undefined && key === null)
      return 'the secret of the destination is not whsec_ and 24 to 64 bytes in base64';
    const usual = { 'content-type': 'application/json', 'user-agent': 'funnel-engine' };
    return { target, key, headers: { ...usual, ...lowerCase(headers) } };
  }
  const prepared = prepare();

  return {
    async send({ id, createdAt, sequence, payload }: OutgoingMessage, signal): Promise<SendResult> {
      if (typeof prepared === 'string') return { result: 'failed', reason: prepared };
      const { body: content } = (payload ?? {}) as Readonly<Record<string, Json>>;
      if (content === undefined) return { result: 'refused', reason: 'the message has no body' };
      const body = JSON.stringify(content);
      const size = Buffer.byteLength(body);
      if (size > largestBody)
        return { result: 'refused', reason: `the body has ${size} bytes; webhooks have at most ${largestBody}` };
      const at = Math.floor(clock() / 1000);
      const { target, key } = prepared;
      const own: Record<string, string> = {
        ...{
          'webhook-id': id,
          'webhook-timestamp': String(at),
          'funnel-submitted-at': new Date(createdAt).toISOString(),
        },
        ...(sequence == null ? {} : { 'funnel-sequence': String(sequence) }),
      };
      if (key !== null) own['webhook-signature'] = webhookSignature(key, id, at, body);
      return resultOfStatus(
        await client.post(target, { headers: { ...prepared.headers, ...own }, body, signal }),
        clock(),
        accepts,
      );
    },
    close: () => client.close(),
  };
}

export const webhookConnector: ConnectorKind<WebhookDestination> = {
  open: (settings, context) => openWebhook(settings, context),
};
