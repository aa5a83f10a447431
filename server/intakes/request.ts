/** What reaches an intake, whichever way it came. */
import type { IntakeDefinition } from '../../engine/definition.ts';
import { fromQuery } from './accept.ts';

export interface IntakeRequest {
  /** The parsed body of a post, the parameters of a look-up. */
  readonly body: unknown;
  /** The Idempotency-Key, when there is one. */
  readonly key: string | null;
  /** Path of the page it was sent from. */
  readonly page: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Keys of the subjects that the sender's browser owns. */
  readonly owner: readonly string[];
  /** The random id of the visit, where a script sent it. */
  readonly visitId?: string | null;
}

/**
 * The parameters of an address as a look-up's values, by the types it accepts. Of a name given twice the first counts.
 */
export function queryValues(accepts: IntakeDefinition['accepts'], query: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, type] of Object.entries(accepts)) {
    const text = query.get(name);
    if (text !== null) values[name] = fromQuery(type, text);
  }
  return values;
}
