/** Opens connectors; each is loaded when a site uses it. */
import type { DestinationDefinition } from '../../schemas/generated/types.ts';
import type { Connector, ConnectorContext, ConnectorKind } from './connector.ts';
import { connectors } from './generated/connectors.ts';

/** Opens the connector of a destination. @param settings with the values of the environment */
export async function openConnector(settings: DestinationDefinition, context: ConnectorContext): Promise<Connector> {
  const kind = (await connectors[settings.type]()) as ConnectorKind<DestinationDefinition>;
  return kind.open(settings, context);
}
