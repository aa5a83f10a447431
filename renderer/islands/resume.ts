/** How a session continues what the server began. */
import type { Leaf } from '../../engine/flow/index.ts';
import type { Effect } from '../../engine/session/effects.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { SessionActor } from './page-actor.ts';
import { nameEntry } from './route.ts';

/** Replays the server's events. @returns the effects still to perform: the server performs all except tracking */
export function resume(actor: SessionActor, begun: boolean, events: SessionLog['events']): Effect[] {
  const effects = [...actor.getSnapshot().context.effects];
  for (const { event, stamp } of events) {
    actor.send({ ...event, stamp });
    effects.push(...actor.getSnapshot().context.effects);
  }
  return effects.filter(({ kind }) => !begun || kind === 'track');
}

/** The initial effects of a session, without a navigation to the current screen and events that the page has tracked. */
export function initialEffects(
  effects: readonly Effect[],
  root: HTMLElement,
  { screen }: Leaf,
  arrived: boolean,
): Effect[] {
  const tracked = root.dataset['screen'] === screen ? (root.dataset['sent'] ?? '').split(' ') : [];
  if (arrived) nameEntry(screen);
  return effects.filter(
    (effect) =>
      !(arrived && effect.kind === 'navigate') && !(effect.kind === 'track' && tracked.includes(effect.event)),
  );
}
