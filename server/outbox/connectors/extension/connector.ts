/** Sends messages by the connectors of a site's own (`extensions/connectors/`): their code makes the request, the engine sends it. */
import type { SiteDestination } from '../../../../engine/deliveries/kinds.ts';
import type { Json } from '../../../../schemas/compiled.ts';
import type { ConnectorFile, Meaning, Settings, SettingValues } from '../../../../schemas/extensions/extensions.js';
import type { ExtensionDestination } from '../../../../schemas/generated/types.ts';
import type { Connector, ConnectorContext, ConnectorKind, OutgoingMessage, SendResult } from '../../connector.ts';
import { createHttpClient, type HttpClientOptions, type HttpOutcome } from '../../guard/client.ts';
import { resultOfStatus } from '../answers.ts';

/** The connector sets these; others would break the message or the connection. */
const reserved = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect)$/i;

interface RequestParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The request that the code of a connector makes; a reason without the code's message, which may contain a value. */
function prepare(
  name: string,
  extension: ConnectorFile,
  { id, createdAt, sequence, payload }: OutgoingMessage,
  settings: SettingValues<Settings>,
): RequestParts | string {
  const { body } = (payload ?? {}) as Readonly<Record<string, Json>>;
  let made: unknown;
  try {
    made = extension.request({ id, createdAt, sequence, body: body ?? null }, settings);
  } catch (error) {
    return `the connector ${name} failed (${error instanceof Error ? error.name : 'an error'})`;
  }
  if (!isRecord(made) || typeof made['url'] !== 'string') return `the connector ${name} returned no url`;
  const { url, headers = {} } = made;
  if (!isRecord(headers) || !Object.values(headers).every((value) => typeof value === 'string'))
    return `the connector ${name} returned headers that are no texts`;
  const stray = Object.keys(headers).find((header) => reserved.test(header));
  if (stray !== undefined) return `the connector ${name} cannot set the header ${stray}`;
  const text = typeof made['body'] === 'string' ? made['body'] : JSON.stringify(made['body'] ?? null);
  const usual = {
    'content-type': typeof made['body'] === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
    'user-agent': 'funnel-engine',
  };
  const own = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), String(value)]);
  return { url, headers: { ...usual, ...Object.fromEntries(own) }, body: text };
}

/** What an answer means to a connector; undefined if it leaves that to the status. */
function meaningOf(extension: ConnectorFile, outcome: HttpOutcome): Meaning | undefined {
  if (!outcome.answered || extension.meaning === undefined) return undefined;
  try {
    return extension.meaning({ status: outcome.status, text: outcome.text });
  } catch {
    return 'failed';
  }
}

/** Opens the connector of a destination. Its code is that of the version that is served. */
export function openOwn(
  destination: SiteDestination,
  { clock, site }: Pick<ConnectorContext, 'clock' | 'site'>,
  options: HttpClientOptions = {},
): Connector {
  const { connector: name, with: settings = {}, private: allowPrivate = false } = destination;
  const client = createHttpClient({ ...options, allowPrivate });
  return {
    async send(message, signal): Promise<SendResult> {
      const extension = site().extensions?.connectors[name];
      if (extension === undefined) return { result: 'failed', reason: `extensions/connectors/${name}.ts is missing` };
      const prepared = prepare(name, extension, message, settings as SettingValues<Settings>);
      if (typeof prepared === 'string') return { result: 'failed', reason: prepared };
      const target = client.target(prepared.url);
      if ('refused' in target) return { result: 'failed', reason: target.refused };
      const outcome = await client.post(target, { headers: prepared.headers, body: prepared.body, signal });
      const result = resultOfStatus(outcome, clock());
      const status = outcome.answered ? `HTTP ${outcome.status}` : 'no answer';
      switch (meaningOf(extension, outcome)) {
        case undefined:
          return result;
        case 'delivered':
          return { result: 'delivered', detail: status };
        case 'refused':
          return { result: 'refused', reason: `${status}, which ${name} never accepts` };
        default:
          return result.result === 'failed' ? result : { result: 'failed', reason: `${status}, a failure for ${name}` };
      }
    },
    close: () => client.close(),
  };
}

export const extensionConnector: ConnectorKind<ExtensionDestination> = {
  open: (destination, context) => openOwn(destination as SiteDestination, context),
};
