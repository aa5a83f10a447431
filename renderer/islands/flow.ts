/** The island of a flow: its session runs without React, which `painter.ts` fetches for the screens that need it. */

import { hasHistory } from '../../engine/flow/has-history.ts';
import { screenOf } from '../../engine/session/session.ts';
import type { Press } from '../boot/protocol.ts';
import { beginSession } from './begin.ts';
import { nextTask, readTyped, repeatPresses, sendTyped, withoutTaken } from './catch-up.ts';
import { connect } from './connect.ts';
import { currentScreen } from './current-screen.ts';
import { syncFields, syncQuestion } from './fields.ts';
import { followSession } from './follow.ts';
import { followHistory } from './history.ts';
import { listenToVisitor } from './listen.ts';
import { ignoreSecondPress, watchReturn } from './listeners.ts';
import { stopSessionActor } from './page-actor.ts';
import { createPainter } from './painter.ts';
import { fetchParts } from './parts.ts';

/** Starts the session of a flow, then performs the visitor's early interactions. */
export async function wake(
  root: HTMLElement,
  early: readonly Press[],
  onReset: (root: HTMLElement) => void,
): Promise<void> {
  const parts = await fetchParts(root);
  const session = await beginSession(parts);
  const { actor } = session;
  const current = () => screenOf(actor.getSnapshot().context.session);
  const connection = connect(parts, session);
  const painter = createPainter(parts, session, connection.hooks);
  await painter.prepare();
  // React may move or replace the button under the pointer, and a press needs it until its release.
  while (root.querySelector(':active')) await nextTask();

  // From here on nothing waits until the screen is drawn, so that no event is lost between page and island.
  const following = followSession(parts, session, connection);
  const serverScreen = root.dataset['screen'];
  const typed = withoutTaken(readTyped(root), current());
  // The session takes every event from here on, so later entries of `early` must not be repeated.
  const pressed = [...early];
  ignoreSecondPress(root, actor);
  listenToVisitor(root, painter.shown, session.dispatch);
  await painter.start();
  const { form, question } = current();
  // The server's HTML lacks the values of a saved visit.
  const names = new Set(typed.map(({ name }) => name));
  if (form !== null) syncFields(root, form.values, names);
  if (question !== null && !names.has(question.item.id)) syncQuestion(root, question.selected);
  // Before the visitor's Back, which may have come after them.
  sendTyped(root, typed);
  if (hasHistory(parts.bundle.flow)) followHistory(session, connection.hooks);

  watchReturn(actor, connection.repeatCalls);
  parts.overlay?.whenOver(actor, (fresh) => {
    connection.stop();
    following.unsubscribe();
    stopSessionActor(session.id);
    painter.stop();
    root.replaceWith(fresh);
    onReset(fresh);
  });
  const isUnchanged = (): boolean => currentScreen(actor) === serverScreen;
  await repeatPresses(root, pressed, isUnchanged, painter.hasReact() ? nextTask : null);
}
