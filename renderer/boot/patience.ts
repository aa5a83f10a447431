/** Shows a toast while the visitor waits for a slow or lost network. */
import type { Funnel } from './protocol.ts';

/** Time without a response before the toast appears, in milliseconds. */
const patience = 1800;

/**
 * Waits are counted, so that a press that fetches code, rules and a call in sequence counts as one wait. Offline, the
 * toast appears at once.
 * @param region holds the texts as data attributes
 */
export function startPatience(toast: Funnel['toast'], { dataset }: HTMLElement): Funnel['wait'] {
  let waits = 0;
  let timer = 0;
  let shown: HTMLElement | undefined;
  const notify = (): void => {
    shown = toast({ title: dataset['wait'] as string, text: dataset[navigator.onLine ? 'slow' : 'offline'] as string });
  };
  return () => {
    waits += 1;
    if (waits === 1) timer = window.setTimeout(notify, navigator.onLine ? patience : 0);
    return (failed) => {
      waits -= 1;
      if (waits === 0) {
        clearTimeout(timer);
        shown?.remove();
      }
      if (failed) notify();
    };
  };
}
