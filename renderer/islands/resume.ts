/** How a session continues what the server or the page began. */

import type { Effect } from '../../engine/session/effects.ts';
import { leafOf, stateOf, stepAt } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import { nameEntry } from '../boot/entries.ts';
import { entryScreen, type Stepped } from '../boot/protocol.ts';
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
    trace.record(event, stamp);
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

/**
 * Replays the events that the page has taken by its transition table. Their effects have been performed, except for a
 * timer that is still running. The session decides where the visit stands; a difference is a defect of the table.
 * @returns the timer for the rest of its time; null if the page has taken no event
 */
export function catchUp(actor: SessionActor, trace: TraceKeeper, stepped: Stepped | null): readonly Effect[] | null {
  const visit = stepped?.take();
  if (!stepped || !visit) return null;
  let running: readonly Effect[] = [];
  for (const { event, stamp } of stepped.events) {
    actor.send({ ...event, stamp });
    trace.record(event, stamp);
    for (const effect of actor.getSnapshot().context.effects)
      if (effect.kind === 'timer') running = [{ ...effect, ms: effect.ms + stamp.at - Date.now() }];
      else if (effect.kind === 'cancel') running = [];
  }
  const { session } = actor.getSnapshot().context;
  const { values } = session.snapshot.context;
  const isSame = Object.entries(visit.values).every(([name, value]) => `${value}` === `${values[name]}`);
  if (!isSame || stateOf(session) !== visit.state) console.error(new Error(`${visit.state}, not ${stateOf(session)}`));
  return running;
}
