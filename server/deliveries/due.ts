/** Which messages follow a submission: decided before it is stored, because its reply tells which are on their way. */
import type { Purpose } from '../../engine/consent/consent.ts';
import type { IntakeDefinition } from '../../engine/definition.ts';
import { purposeOf } from '../../engine/deliveries/kinds.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import type { DeliveryDefinition } from '../../schemas/generated/types.ts';

/** The state of a message that is stored with its submission. */
export type DueStatus = 'waiting' | 'unconfigured' | 'withheld';

/** The messages of a submission by the names of their deliveries, in the order of the definitions. */
export type DueMessages = Readonly<Record<string, DueStatus>>;

/** What decides whether a message is sent. */
export interface Permissions {
  /** The purposes for which the visitor's data may be used. */
  readonly purposes: ReadonlySet<Purpose>;
  /** Whether a destination has all of its settings. */
  readonly isConfigured: (destination: string) => boolean;
}

/** @param evaluate evaluates an expression over the submission */
export function dueMessages(
  { deliver }: Pick<IntakeDefinition, 'deliver'>,
  evaluate: (code: Code) => Json,
  { purposes, isConfigured }: Permissions,
): DueMessages {
  const due: Record<string, DueStatus> = {};
  for (const name in deliver) {
    const delivery = deliver[name] as DeliveryDefinition;
    if (delivery.when !== undefined && evaluate(delivery.when) !== true) continue;
    // The only kind that may have nobody to be sent to.
    if (delivery.kind === 'email' && !isRecipient(evaluate(delivery.to as Code))) continue;
    due[name] = !purposes.has(purposeOf(delivery))
      ? 'withheld'
      : isConfigured(delivery.destination)
        ? 'waiting'
        : 'unconfigured';
  }
  return due;
}

/** Whether a value names somebody to send an e-mail to. */
export const isRecipient = (value: Json): value is string => typeof value === 'string' && value !== '';

/** Whether each delivery of an intake is on its way, by name. */
export function onTheirWay(
  { deliver }: Pick<IntakeDefinition, 'deliver'>,
  due: DueMessages,
): Readonly<Record<string, boolean>> {
  const sent: Record<string, boolean> = {};
  for (const name in deliver) sent[name] = due[name] === 'waiting';
  return sent;
}
