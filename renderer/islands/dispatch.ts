import type { SessionEvent } from '../../engine/session/session.ts';
import type { Json } from '../../schemas/compiled.ts';
import { createDelayQueue } from '../boot/after-paint.ts';
import { currentScreen } from './current-screen.ts';
import type { SessionActor } from './page-actor.ts';
import type { LazyValidator } from './validator.ts';

/**
 * Stamps events and sends them to a session. The browser itself shows a choice: its event is sent once it is painted, or
 * before the next event or the end of the page. A submission waits for the rules of the form and takes the edits made
 * meanwhile. It is dropped if the visitor has left the screen, also if they have come back to it.
 */
export function createDispatch(
  actor: SessionActor,
  validator: LazyValidator,
  record: (event: SessionEvent, stamp: { readonly at: number; readonly random: number }) => void,
): (event: SessionEvent) => void {
  const { delay, settle } = createDelayQueue();
  /** How often the screen has changed. */
  let changes = 0;
  /** The later edits of each submission that waits. */
  const waiting = new Set<Record<string, Json>>();
  // Before the listeners that save the visit and its trace.
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, settle, { capture: true });
  return (event) => {
    settle();
    const stamp = { at: Date.now(), random: Math.random() };
    const send = (sent = event): void => {
      const before = currentScreen(actor);
      record(sent, stamp);
      actor.send({ ...sent, stamp });
      if (currentScreen(actor) !== before) changes += 1;
    };
    if (event.type === 'SELECT') {
      delay(() => send());
      // An error that the choice removes belongs to the frame that shows the choice.
      if (Object.keys(actor.getSnapshot().context.session.snapshot.context.errors).length > 0) settle();
      return;
    }
    if (event.type !== 'SUBMIT') {
      if (event.type === 'INPUT') for (const edits of waiting) edits[event.field] = event.value;
      send();
      return;
    }
    const pressedAfter = changes;
    const edits = {};
    waiting.add(edits);
    const answered = window.funnel?.wait();
    void validator.ready().then(
      () => {
        waiting.delete(edits);
        if (pressedAfter === changes) send({ ...event, values: { ...event.values, ...edits } });
        // After the call has begun to wait by itself.
        setTimeout(() => answered?.());
      },
      () => {
        waiting.delete(edits);
        answered?.(true);
      },
    );
  };
}
