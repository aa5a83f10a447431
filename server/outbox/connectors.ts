/** The connectors by type of destination; each is loaded when a site uses it. A missing type is a type error. */
import type { DestinationDefinition, DestinationKind } from '../../schemas/generated/types.ts';
import type { Connector, ConnectorContext, ConnectorKind } from './connector.ts';

type SettingsOf<K extends DestinationKind> = Extract<DestinationDefinition, { type: K }>;

const kinds: { readonly [K in DestinationKind]: () => Promise<ConnectorKind<SettingsOf<K>>> } = {
  webhook: async () => (await import('./connectors/webhook/connector.ts')).webhook,
  email: async () => (await import('./connectors/email/email.ts')).email,
  meta: async () => (await import('./connectors/meta/connector.ts')).conversionsApi,
  extension: async () => (await import('./connectors/extension/connector.ts')).extension,
  ga4: async () => (await import('./connectors/ga4/connector.ts')).measurementProtocol,
};

/** Opens the connector of a destination. @param settings with the values of the environment */
export async function openConnector(settings: DestinationDefinition, context: ConnectorContext): Promise<Connector> {
  const kind = (await kinds[settings.type]()) as ConnectorKind<DestinationDefinition>;
  return kind.open(settings, context);
}
