/** How a tag receives an event: the mapping of the site, then the service's own names. Browser and server share this rule. */
import type { TagEvents } from './words.ts';

/** The mapping of one event in `site.yaml`. */
export interface MappedEvent {
  readonly name?: string;
  readonly label?: string;
  readonly conversion?: number;
  /** Parameters under another name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly send?: boolean;
}

export interface ReceivedEvent {
  /** The name at the service. */
  readonly name: string;
  readonly label: string | null;
  readonly conversion: number | null;
  readonly params: Readonly<Record<string, string>>;
}

const ownOf = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** @returns null for an event that the tag does not receive */
export function receivedAs(
  event: string,
  mapping: Readonly<Record<string, MappedEvent>>,
  { standard, sendsOthers }: TagEvents,
): ReceivedEvent | null {
  const { name, label = null, conversion = null, params = {}, send = true } = ownOf(mapping, event) ?? {};
  const own = name ?? ownOf(standard, event);
  if (!send || (own === undefined && label === null && conversion === null && !sendsOthers)) return null;
  return { name: own ?? event, label, conversion, params };
}

/** The parameters of an event under the names that the service expects. */
export const renamedParams = (
  data: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [ownOf(names, name) ?? name, value]),
  );
