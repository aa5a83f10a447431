/** The id that an event of the browser and the conversion of the server have in common, so that Meta counts them once. */
import type { Delivery, Intake } from '../../../schemas/generated/types.ts';
import type { Draft, IntakeSource } from './draft.ts';

/** The deliveries of an intake to Meta, by name. */
export const conversionsOf = ({ deliver = {} }: Intake): readonly (readonly [name: string, delivery: Delivery])[] =>
  Object.entries(deliver).filter(([, { meta }]) => meta !== undefined);

/**
 * The name under which an intake responds with the id of the submission, which its conversions have unless they name
 * another one.
 */
export function conversionKey(intake: Intake): string | null {
  const { response = {} } = intake;
  const written = Object.keys(response).find((key) => response[key] === 'submission');
  if (written !== undefined) return written;
  if (!conversionsOf(intake).some(([, { eventId }]) => eventId === undefined)) return null;
  return Object.hasOwn(response, 'eventId') ? 'submissionId' : 'eventId';
}

/**
 * The name under which an intake responds with the id of the submission, because an event of the browser needs it: one of the
 * same name that a flow tracks once the intake has stored its submission. Null without such an event.
 */
export function sharedKey({ flows }: Draft, { data: intake, endpoint }: IntakeSource): string | null {
  const key = conversionKey(intake);
  if (key === null) return null;
  const needsId = [...flows.values()].some(({ data }) =>
    Object.values(data.steps).some(({ submit }) => {
      const { track } = submit?.onSuccess ?? {};
      return (
        submit?.calls.at(-1)?.post === endpoint &&
        (track?.eventId === undefined || track.eventId === `reply.${key}`) &&
        conversionsOf(intake).some(([, { event, eventId }]) => event === track?.name && eventId === undefined)
      );
    }),
  );
  return needsId ? key : null;
}
