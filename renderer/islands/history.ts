/** Keeps the address and the session in step: the session navigates; Back and Forward send it events. */
import { stepOf } from '../../engine/flow/context.ts';
import { leafOf, stepAt } from '../../engine/session/session.ts';
import { nameEntry, nextEntry } from '../boot/entries.ts';
import { entryScreen } from '../boot/protocol.ts';
import type { IslandSession, ViewHooks } from './island.ts';
import { generatedNames, parametersOf } from './start.ts';

/**
 * Connects a session to the browser's history, and goes to the screen of the current entry. The state of an entry is
 * written by `nextEntry`, because the boot script reads it, too.
 * @param hooks receives the function that navigates
 */
export function followHistory({ actor, dispatch }: IslandSession, hooks: ViewHooks): void {
  const current = (): string => leafOf(actor.getSnapshot().context.session).screen;
  const goToEntry = (): void => {
    const { compiled, snapshot } = actor.getSnapshot().context.session;
    const wanted = entryScreen() ?? stepAt(compiled, location.pathname);
    if (wanted === null || wanted === current()) return;
    // The entry of a link within the page has no screen yet.
    if (wanted === stepOf(current())) {
      nameEntry(current());
      return;
    }
    const here = parametersOf(location.search);
    // Without storage, a reload has begun another visit.
    if (generatedNames(compiled).every((name) => !here[name] || here[name] === snapshot.context.values[name]))
      dispatch({ type: 'GO', screen: wanted });
    // If the session does not enter the screen, as after a reload that lost an answer, the server renders the address.
    if (current() !== wanted && stepOf(current()) !== wanted) location.reload();
  };
  hooks.go = (address, screen, replace) =>
    history[replace ? 'replaceState' : 'pushState'](nextEntry(screen, replace), '', address);
  addEventListener('popstate', goToEntry);
  // The address may have changed while the code was loading.
  goToEntry();
}
