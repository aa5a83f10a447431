/** What the loader knows about each kind of delivery. */

import type { Settings } from '../../schemas/extensions/extensions.js';
import {
  type Delivery,
  type DeliveryDefinition,
  type DeliveryKind,
  type Destination,
  type DestinationDefinition,
  type DestinationKind,
  deliveryProperties,
  deliveryRequirements,
  destinationProperties,
  destinationRequirements,
  type ExtensionDestination,
} from '../../schemas/generated/types.ts';
import { connectors } from '../../schemas/vocabulary.ts';
import type { Purpose } from '../consent/consent.ts';

interface KindOfDelivery {
  /** The type of the destinations that it can be sent to. */
  readonly destination: DestinationKind;
  /** Without `purpose`. */
  readonly purpose: Purpose;
}

const kinds = Object.fromEntries(
  Object.entries(connectors).map(([destination, { delivery, purpose }]) => [delivery, { destination, purpose }]),
) as Readonly<Record<DeliveryKind, KindOfDelivery>>;

/** The keys of a delivery that decide its kind. A valid delivery has one. */
export const kindsOfDelivery = (delivery: Delivery): readonly DeliveryKind[] =>
  (Object.keys(kinds) as DeliveryKind[]).filter((kind) => delivery[kind] !== undefined);

/** Every kind of delivery. */
export const deliveryKinds = Object.keys(kinds) as readonly DeliveryKind[];

/** The type of destination that a kind of delivery needs. */
export const destinationTypeOf = (kind: DeliveryKind): DestinationKind => kinds[kind].destination;

/** The purpose of a delivery, for which a visitor consents. */
export const purposeOf = ({ kind, purpose }: DeliveryDefinition): Purpose => purpose ?? kinds[kind].purpose;

/** A mistake in the keys of a delivery or a destination. */
export interface KeyMistake {
  /** The key that is wrong; null if one is missing. */
  readonly key: string | null;
  readonly reason: string;
  readonly fix: string;
}

/** The first mistake in the keys of a delivery; null if its keys are compatible. */
export function mistakeInDelivery(delivery: Delivery): KeyMistake | null {
  const [kind, second] = kindsOfDelivery(delivery);
  if (kind === undefined)
    return {
      key: null,
      reason: 'This delivery does not say where it is sent.',
      fix: `Add ${deliveryKinds.map((each) => `${each}:`).join(', ')} with the id of a destination.`,
    };
  if (second !== undefined)
    return {
      key: second,
      reason: `One delivery cannot be sent to both ${kind} and ${second}.`,
      fix: 'Write two deliveries.',
    };
  const common = new Set<string>([...deliveryKinds, 'when', 'purpose', 'once']);
  return keyMistake('delivery', kind, delivery, common, deliveryProperties[kind], deliveryRequirements[kind]);
}

/** A destination with a connector of the site's own. */
export type SiteDestination = ExtensionDestination & { readonly connector: string };

/** The kind of a destination of a file. */
export const destinationKindOf = ({ type }: Destination): DestinationKind =>
  Object.hasOwn(destinationProperties, type) ? type : 'extension';

/** The first mistake in the keys of a destination; null if its keys are compatible. */
export function mistakeInDestination(destination: Destination): KeyMistake | null {
  const kind = destinationKindOf(destination);
  const own = destinationProperties[kind];
  return keyMistake(
    'destination',
    destination.type,
    destination,
    new Set(['type']),
    own,
    destinationRequirements[kind],
  );
}

/** The first mistake in the settings of a destination with a connector of the site's own; null if they are right. */
export function mistakeInSettings(destination: Destination, settings: Settings): KeyMistake | null {
  const given = destination.with ?? {};
  const known = Object.keys(settings);
  const stray = Object.keys(given).find((key) => !known.includes(key));
  if (stray !== undefined)
    return {
      key: stray,
      reason: `The connector ${destination.type} has no setting ${stray}.`,
      fix: known.length === 0 ? 'Remove `with`.' : `It has ${known.join(', ')}.`,
    };
  const lacking = known.find((key) => settings[key]?.optional !== true && given[key] === undefined);
  if (lacking !== undefined)
    return {
      key: null,
      reason: `The connector ${destination.type} needs the setting ${lacking}: ${settings[lacking]?.description}`,
      fix: `Write with: { ${lacking}: … }.`,
    };
  const written = known.find(
    (key) => settings[key]?.secret === true && !/^\$[A-Z][A-Z0-9_]*$/.test(given[key] ?? '$S'),
  );
  if (written === undefined) return null;
  return {
    key: written,
    reason: `${written} of ${destination.type} is a secret, and secrets are never written in a definition.`,
    fix: `Write the name of an environment variable: ${written}: $CRM_TOKEN.`,
  };
}

function keyMistake(
  what: string,
  kind: string,
  value: object,
  common: ReadonlySet<string>,
  own: readonly string[],
  required: readonly string[],
): KeyMistake | null {
  const subject = `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind} ${what}`;
  const stray = Object.keys(value).find((key) => !common.has(key) && !own.includes(key));
  if (stray !== undefined)
    return {
      key: stray,
      reason: `${subject} has no ${stray}.`,
      fix: own.length === 0 ? `Remove ${stray}.` : `It can have ${own.join(', ')}.`,
    };
  const lacking = required.find((key) => !Object.hasOwn(value, key));
  return lacking === undefined ? null : { key: null, reason: `${subject} needs ${lacking}.`, fix: `Add ${lacking}:.` };
}

/** The definition of a checked destination. */
export function defineDestination(destination: Destination): DestinationDefinition {
  const { type, ...others } = destination;
  const isOwn = destinationKindOf(destination) === 'extension';
  return (isOwn ? { ...others, type: 'extension', connector: type } : destination) as DestinationDefinition;
}

/** The definition of a checked delivery whose expressions are compiled; null if its keys are mistaken. */
export function defineDelivery(delivery: Delivery): DeliveryDefinition | null {
  const [kind] = kindsOfDelivery(delivery);
  if (kind === undefined || mistakeInDelivery(delivery) !== null) return null;
  const rest = Object.fromEntries(
    Object.entries(delivery).filter(([key]) => !(deliveryKinds as readonly string[]).includes(key)),
  );
  return { ...rest, kind, destination: delivery[kind] } as DeliveryDefinition;
}
