/** How a session continues what the server began. */

import type { Effect } from '../../engine/session/effects.ts';
import { leafOf, stepAt } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import { nameEntry } from '../boot/entries.ts';
import { entryScreen } from '../boot/protocol.ts';
import type { SessionActor } from './page-actor.ts';
import type { TraceKeeper } from './trace-keeper.ts';

/** Replays the server's events. @returns the effects still to perform: the server performs all except tracking */
export function resume(
  actor: SessionActor,
  trace: TraceKeeper,
  begun: boolean,
  events: SessionLog['events'],
): Effect[] {
  const effects = [...actor.getSnapshot().context.effects];
  for (const { event, stamp } of events) {
    actor.send({ ...event, stamp });
    trace.record(event, stamp, true);
    effects.push(...actor.getSnapshot().context.effects);
  }
  return effects.filter(({ kind }) => !begun || kind === 'track');
}

/**
 * The initial effects of a session, without a navigation to the current screen and events that the page has tracked.
 * @param entry the screen of the history entry when the session started
 */
export function initialEffects(
  effects: readonly Effect[],
  root: HTMLElement,
  actor: SessionActor,
  entry: string | undefined,
): Effect[] {
  const { session } = actor.getSnapshot().context;
  const { screen, step } = leafOf(session);
  // The visitor has gone back or forward since. `followHistory` takes the session there.
  const hasGone = entryScreen() !== entry;
  // The landing address stays, unless another step is shown.
  const arrived = hasGone || entryScreen() === screen || stepAt(session.compiled, location.pathname) === step;
  const tracked = root.dataset['screen'] === screen ? (root.dataset['sent'] ?? '').split(' ') : [];
  if (arrived && !hasGone) nameEntry(screen);
  return effects.filter(
    (effect) =>
      !(arrived && effect.kind === 'navigate') && !(effect.kind === 'track' && tracked.includes(effect.event)),
  );
}
