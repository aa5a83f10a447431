/** A request to an intake, from HTTP or from within the process. */
import type { IntakeDefinition } from '../../engine/definition.ts';
import { fromQuery } from '../../engine/intakes/accept.ts';
import type { Code } from '../../schemas/compiled.ts';
import type { SourceSignals } from '../attribution/attribution.ts';
import type { ConsentSignals } from '../consent/purposes.ts';
import type { Body } from '../http/body.ts';
import type { VisitId } from '../http/request.ts';
import type { SenderSignals } from '../protection/protection.ts';

export interface IntakeRequest extends SenderSignals {
  /** The parsed body of a POST, or the parameters of a GET. */
  readonly body: unknown;
  /** The Idempotency-Key header, if any. */
  readonly key: string | null;
  /** Path of the page that sent it. */
  readonly page: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Keys of the subjects that the sender's browser owns. */
  readonly owner: readonly string[];
  /** The random id of the visit, when a script sent it. */
  readonly visitId?: VisitId | null;
  /** What the request says about consent; none from a caller within the process. */
  readonly consent?: ConsentSignals | null;
  /** The Cookie header. */
  readonly cookie?: string | null;
  /** What the request says about its visitor's source. */
  readonly source?: SourceSignals | null;
  /** The condition under which the intake accepts submissions now, if its page was drawn by an earlier version. */
  readonly closing?: Code | null;
}

/** A request whose body is still to be read. */
export interface UnreadRequest extends Omit<IntakeRequest, 'body'> {
  /** Reads the body. Never rejects. */
  readonly read: () => Promise<Body>;
}

/**
 * The query parameters of a GET, parsed by the types that the intake accepts. Of a repeated parameter, the first
 * counts.
 */
export function queryValues(input: IntakeDefinition['input'], query: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, type] of Object.entries(input)) {
    const text = query.get(name);
    if (text !== null) values[name] = fromQuery(type, text);
  }
  return values;
}
