/** Submissions that look like a machine's. They are stored and answered as any other; their messages are held. */
import type { Suspicion } from '../protection/protection.ts';
import type { OutboxEntry } from '../store/types.ts';

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
