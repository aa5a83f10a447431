/** Tells a visitor who waits for the network that it is slow or gone, and that nothing typed is lost. */
import type { Funnel } from './protocol.ts';

/** How long a press goes unanswered before a word about it, in milliseconds. */
const patience = 1800;

/**
 * What is waited for is counted, so that a press whose code, rules and calls are fetched one after another is one wait.
 * Without a network the word comes at once.
 * @param region carries the words
 */
export function startPatience(toast: Funnel['toast'], { dataset }: HTMLElement): Funnel['wait'] {
  let waits = 0;
  let timer = 0;
  let shown: HTMLElement | undefined;
  const tell = (): void => {
    shown = toast({ title: dataset['wait'] as string, text: dataset[navigator.onLine ? 'slow' : 'offline'] as string });
  };
  return () => {
    waits += 1;
    if (waits === 1) timer = window.setTimeout(tell, navigator.onLine ? patience : 0);
    return (failed) => {
      waits -= 1;
      if (waits === 0) {
        clearTimeout(timer);
        shown?.remove();
      }
      if (failed) tell();
    };
  };
}
