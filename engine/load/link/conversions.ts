/** The id that an event of the browser and the conversion of the server have in common, so that Meta counts them once. */
import type { Delivery, Intake } from '../../../schemas/generated/types.ts';

/** The deliveries of an intake to Meta, by name. */
export const conversionsOf = ({ deliver = {} }: Intake): readonly (readonly [name: string, delivery: Delivery])[] =>
  Object.entries(deliver).filter(([, { meta }]) => meta !== undefined);

/**
 * The name under which an intake responds with the id of the submission, which its conversions have unless they name
 * another one. An intake with such a conversion always responds with it.
 */
export function submissionKey(intake: Intake): string | null {
  const { response = {} } = intake;
  const written = Object.keys(response).find((key) => response[key] === 'submission');
  if (written !== undefined) return written;
  if (!conversionsOf(intake).some(([, { eventId }]) => eventId === undefined)) return null;
  return Object.hasOwn(response, 'eventId') ? 'submissionId' : 'eventId';
}
