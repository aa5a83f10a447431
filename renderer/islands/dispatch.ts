import { leafOf, type SessionEvent } from '../../engine/session/session.ts';
import type { Judge } from './judge.ts';
import type { SessionActor } from './page-actor.ts';

/**
 * Stamps events and sends them to a session. A submission waits for the rules of the form, and is dropped if another
 * press has changed the screen meanwhile.
 */
export function createDispatch(
  actor: SessionActor,
  judge: Judge,
  record: (event: SessionEvent, stamp: { readonly at: number; readonly random: number }) => void,
): (event: SessionEvent) => void {
  const screen = (): string => leafOf(actor.getSnapshot().context.session).screen;
  return (event) => {
    const stamp = { at: Date.now(), random: Math.random() };
    const send = (): void => {
      record(event, stamp);
      actor.send({ ...event, stamp });
    };
    if (event.type !== 'SUBMIT') {
      send();
      return;
    }
    const pressedOn = screen();
    const answered = window.funnel?.wait();
    void judge.ready().then(
      () => {
        if (pressedOn === screen()) send();
        // After the call has begun to wait by itself.
        setTimeout(() => answered?.());
      },
      () => answered?.(true),
    );
  };
}
