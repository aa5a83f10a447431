/** Submissions that look like a machine's. They are stored and answered as any other; their messages are held. */
import type { DueMessages } from '../deliveries/due.ts';
import type { Suspicion } from '../protection/protection.ts';

/**
 * The metadata and the messages of a held submission. `held` names the messages that a release sends; those of a purpose
 * without consent stay withheld.
 */
export function quarantine(reason: Suspicion, due: DueMessages) {
  const names = Object.keys(due);
  return {
    meta: { quarantine: reason, held: names.filter((name) => due[name] !== 'withheld') },
    due: Object.fromEntries(names.map((name) => [name, 'withheld'])) as DueMessages,
  };
}
