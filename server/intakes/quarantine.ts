/** Submissions that look like a machine's. They are stored and answered as any other; their messages are held. */
import type { IntakeDefinition } from '../../engine/definition.ts';
import { postedNames } from '../../engine/flow/posted-names.ts';
import type { OutboxEntry } from '../store/types.ts';
import type { IntakeRequest } from './request.ts';

/** Why a submission is held. */
export type Suspicion = 'honeypot';

/** Why a submission looks like a machine's; null if it does not. A client that sends only an intake's values does not. */
export function suspicionOf(
  { protect }: Pick<IntakeDefinition, 'protect'>,
  { trapped, body }: Pick<IntakeRequest, 'trapped' | 'body'>,
): Suspicion | null {
  if (!protect.honeypot) return null;
  const filled = Object.getOwnPropertyDescriptor(body ?? {}, postedNames.trap)?.value as unknown;
  return trapped === true || (typeof filled === 'string' && filled !== '') ? 'honeypot' : null;
}

/**
 * The metadata and the messages of a held submission. `held` names the messages that a release sends; those of a purpose
 * without consent stay withheld.
 */
export function quarantine(reason: Suspicion, entries: readonly OutboxEntry[]) {
  const isHeld = ({ status }: OutboxEntry): boolean => status !== 'withheld';
  return {
    meta: { quarantine: reason, held: entries.filter(isHeld).map(({ delivery }) => delivery) },
    entries: entries.map((entry): OutboxEntry => ({ ...entry, status: 'withheld' })),
  };
}
