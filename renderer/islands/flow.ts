/** The island of a flow. */
import { screenOf } from '../../engine/session/session.ts';
import type { Early } from '../boot/protocol.ts';
import { beginSession } from './begin.ts';
import { connect } from './connect.ts';
import { currentScreen } from './current-screen.ts';
import { nextTask, readTyped, repeatPresses, withoutTaken } from './early.ts';
import { followSession } from './follow.ts';
import { hydrate } from './hydrate.tsx';
import { listenToVisitor } from './listen.ts';
import { ignoreSecondPress, watchReturn } from './listeners.ts';
import { stopSessionActor } from './page-actor.ts';
import { fetchParts } from './parts.ts';
import { catchUp } from './resume.ts';

/** Hydrates the HTML of a flow, then performs the visitor's early interactions. */
export async function wake(
  root: HTMLElement,
  early: readonly Early[],
  onReset: (root: HTMLElement) => void,
): Promise<void> {
  const stepped = window.funnel?.stepped?.root === root ? window.funnel.stepped : null;
  const parts = await fetchParts(root);
  const session = await beginSession(parts, stepped);
  const { actor } = session;
  const current = () => screenOf(actor.getSnapshot().context.session);
  // Hydration may move or replace the button under the pointer, and a press needs it until its release.
  while (root.querySelector(':active')) await nextTask();

  // From here on nothing waits until React has hydrated, so that no event is lost between page and island.
  const running = catchUp(actor, session.trace, stepped);
  const connection = connect(parts, session);
  const following = followSession(parts, session, connection, running);
  const serverScreen = root.dataset['screen'];
  const typed = withoutTaken(readTyped(root), current(), stepped !== null && early.length > 0);
  // React handles every event from here on, so later entries of `early` must not be repeated.
  const pressed = [...early];
  ignoreSecondPress(root, actor);
  listenToVisitor(root, current, session.dispatch);
  const react = await hydrate(parts, session, connection.hooks, typed);

  watchReturn(actor, connection.repeatCalls);
  parts.overlay?.whenOver(actor, (fresh) => {
    connection.stop();
    following.unsubscribe();
    stopSessionActor(session.id);
    react.unmount();
    root.replaceWith(fresh);
    onReset(fresh);
  });
  await repeatPresses(root, pressed, () => currentScreen(actor) === serverScreen);
}
