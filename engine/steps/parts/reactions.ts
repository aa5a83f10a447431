import type { Reaction } from '../../../schemas/generated/types.ts';
import type { MachineAction } from './actions.ts';
import { choosing, type EventConfig, leaf, type Place, type StateConfig, target, type WayConfig } from './place.ts';

/** The transition that starts a reaction, and the state of a reaction with a delay. */
function reactionOf(
  place: Place,
  name: string,
  reaction: Reaction,
  home: string,
): { on: WayConfig; states: Record<string, StateConfig> } {
  const actions: readonly MachineAction[] = [
    { type: 'stamp' },
    ...(reaction.post === undefined
      ? []
      : [
          {
            type: 'post',
            params: { path: reaction.post.path, with: reaction.post.with ?? {}, id: `post:${place.id}/${name}` },
          } as const,
        ]),
    ...(reaction.track === undefined ? [] : [{ type: 'track', params: { track: reaction.track } } as const]),
    ...(reaction.openTab === undefined ? [] : [{ type: 'openTab', params: { href: reaction.openTab } } as const]),
    ...choosing(place, reaction.to),
  ];
  const to = reaction.to === undefined ? undefined : target(reaction.to);
  if (reaction.delay === undefined) return { on: { ...(to === undefined ? {} : { target: to }), actions }, states: {} };
  const state = `${place.id}.${name}`;
  place.delays.set(state, reaction.delay);
  leaf(place, `do-${name}`, 'waiting', { pending: name });
  return {
    on: { target: `do-${name}`, actions: [...actions, { type: 'chooseDelay', params: { state, ...reaction.delay } }] },
    states: { [`do-${name}`]: { after: { [`delay:${state}`]: { target: to ?? home } } } },
  };
}

/** The transitions of a step's `on`, and the states they need. A reaction without a target returns to `home`. */
export function reactionsOf(place: Place, home: string): { on: EventConfig; doing: Record<string, StateConfig> } {
  const reactions = Object.entries(place.step.on ?? {}).map(
    ([name, reaction]) => [name, reactionOf(place, name, reaction, home)] as const,
  );
  return {
    on: Object.fromEntries(reactions.map(([name, reaction]) => [`on.${name}`, reaction.on])),
    doing: Object.assign({}, ...reactions.map(([, reaction]) => reaction.states)) as Record<string, StateConfig>,
  };
}
