/** What an island listens to beside its own elements. */
import { leafOf } from '../../engine/session/session.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import { currentScreen } from './current-screen.ts';
import type { SessionActor } from './page-actor.ts';

/** Ignores the second press of a double click if the first one has changed the screen. */
export function ignoreSecondPress(root: HTMLElement, actor: SessionActor): void {
  let pressedOn = '';
  root.addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1) pressedOn = currentScreen(actor);
      else if (pressedOn !== currentScreen(actor)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

/** Continues after a restore from the back-forward cache: repeats pending calls, or reloads if the flow had redirected. */
export function watchReturn(actor: SessionActor, repeatCalls: () => void): void {
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    const { session } = actor.getSnapshot().context;
    const left = stepRole(session.compiled.flow.steps[leafOf(session).step]) === 'exit';
    if (left) location.reload();
    // The idempotency keys stay the same.
    else repeatCalls();
  });
}
