/** What each kind of step becomes: plain XState configuration over the named words. */
import type { Calls, Reaction, Step } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import type { ScreenStatus } from './screen.ts';

/** A state of XState as plain data. */
export type StateConfig = Readonly<Record<string, unknown>>;

/** What a leaf of the machine means to a view. */
export interface Leaf {
  readonly step: string;
  /** The screen it belongs to: the step, or `step.question`. */
  readonly screen: string;
  readonly status: ScreenStatus;
  readonly pending: string | null;
  /** Place in the step's questions. */
  readonly question: number | null;
}
export type Leaves = Map<string, Leaf>;

const target = (screen: string): string => `#${screen}`;
const noSeconds = 15_000;

interface Place {
  readonly flow: FlowDefinition;
  readonly id: string;
  readonly step: Step;
  readonly leaves: Leaves;
}

function leaf({ id, leaves }: Place, name: string, status: ScreenStatus, more: Partial<Leaf> = {}): void {
  leaves.set(name === '' ? id : `${id}.${name}`, {
    step: id,
    screen: id,
    status,
    pending: null,
    question: null,
    ...more,
  });
}

/** A state per call, each leading to the next; `name` begins their names, `failedTo` is where a failure leads. */
function callStates(
  place: Place,
  calls: Calls,
  name: 'call' | 'load',
  doneTo: string,
  failedTo: string,
): Record<string, StateConfig> {
  const states: Record<string, StateConfig> = {};
  calls.calls.forEach((call, index) => {
    const key = `${name}-${index}`;
    const last = index === calls.calls.length - 1;
    const onward = {
      target: last ? doneTo : `${name}-${index + 1}`,
      actions: last
        ? [
            ...(calls.done?.track === undefined
              ? []
              : [{ type: 'track', params: { track: calls.done.track, ...(name === 'load' ? { once: true } : {}) } }]),
            ...(calls.done?.log === undefined ? [] : [{ type: 'log', params: { values: calls.done.log } }]),
            ...(calls.done?.clear === true && place.step.form !== undefined
              ? [{ type: 'clear', params: { form: place.step.form } }]
              : []),
            ...(name === 'load' ? [{ type: 'keepLoaded', params: { step: place.id } }] : []),
          ]
        : [],
    };
    const failure =
      call.optional === true
        ? onward
        : {
            target: failedTo,
            actions: [
              { type: 'fail', params: { message: calls.failed } },
              { type: 'tell', params: { message: calls.failed, failed: true } },
            ],
          };
    leaf(place, key, name === 'call' ? 'calling' : 'loading');
    states[key] = {
      ...(index === 0 && calls.track !== undefined
        ? { entry: [{ type: 'track', params: { track: calls.track } }] }
        : {}),
      invoke: {
        id: `call:${place.id}/${key}`,
        src: 'call',
        input: { path: call.post ?? call.get, send: call.send ?? {}, timeout: calls.timeout ?? noSeconds },
        onDone: {
          ...onward,
          actions: [
            { type: 'stamp' },
            { type: 'take', params: { path: call.post ?? call.get, into: call.into ?? {} } },
            ...onward.actions,
          ],
        },
        onError: failure,
      },
    };
  });
  return states;
}

/** The state a reaction with a wait passes through, and the transition that starts it. */
function reactionOf(
  place: Place,
  name: string,
  reaction: Reaction,
  home: string,
): { on: StateConfig; states: Record<string, StateConfig> } {
  const actions = [
    { type: 'stamp' },
    ...(reaction.post === undefined
      ? []
      : [
          {
            type: 'post',
            params: { path: reaction.post.to, send: reaction.post.send ?? {}, id: `post:${place.id}/${name}` },
          },
        ]),
    ...(reaction.track === undefined ? [] : [{ type: 'track', params: { track: reaction.track } }]),
    ...(reaction.open === undefined ? [] : [{ type: 'open', params: { href: reaction.open } }]),
  ];
  const to = reaction.to === undefined ? undefined : target(reaction.to);
  if (reaction.wait === undefined) return { on: { ...(to === undefined ? {} : { target: to }), actions }, states: {} };
  const state = `${place.id}.${name}`;
  leaf(place, `do-${name}`, 'waiting', { pending: name });
  return {
    on: { target: `do-${name}`, actions: [...actions, { type: 'draw', params: { state, ...reaction.wait } }] },
    states: { [`do-${name}`]: { after: { [`wait:${state}`]: { target: to ?? home } } } },
  };
}

/** What a step does on the events of its blocks, and the states that takes; one without a target leads back to `home`. */
function reactionsOf(place: Place, home: string): { on: StateConfig; doing: Record<string, StateConfig> } {
  const reactions = Object.entries(place.step.on ?? {}).map(
    ([name, reaction]) => [name, reactionOf(place, name, reaction, home)] as const,
  );
  return {
    on: Object.fromEntries(reactions.map(([name, reaction]) => [`on.${name}`, reaction.on])),
    doing: Object.assign({}, ...reactions.map(([, reaction]) => reaction.states)) as Record<string, StateConfig>,
  };
}

function showing(place: Place): StateConfig {
  const { step, id } = place;
  leaf(place, 'ready', 'ready');
  const { on, doing } = reactionsOf(place, 'ready');
  const form = step.form;
  const { say } = step;
  const told = [
    ...(step.log === undefined ? [] : [{ type: 'log', params: { values: step.log } }]),
    ...(say === undefined ? [] : [{ type: 'tell', params: { message: say } }]),
  ];
  const onward = step.next === undefined ? {} : { target: target(step.next) };
  const submit =
    form === undefined
      ? {}
      : {
          INPUT: { actions: [{ type: 'input', params: { form } }] },
          SUBMIT: [
            {
              guard: { type: 'valid', params: { form } },
              ...(step.submit === undefined ? onward : { target: 'call-0' }),
              actions: [{ type: 'stamp' }, { type: 'accept', params: { form } }, ...told],
            },
            {
              actions: [
                { type: 'refuse', params: { form } },
                { type: 'tellInvalid', params: { form } },
              ],
            },
          ],
        };
  const states: Record<string, StateConfig> = { ready: { on: { ...submit, ...on } }, ...doing };
  if (step.submit !== undefined)
    Object.assign(
      states,
      callStates(place, step.submit, 'call', step.next === undefined ? 'ready' : target(step.next), 'ready'),
    );
  if (step.load !== undefined) {
    leaf(place, 'failed', 'failed');
    Object.assign(states, callStates(place, step.load, 'load', 'ready', 'failed'), { failed: {} });
  }
  return { id, initial: step.load === undefined ? 'ready' : 'load-0', states };
}

function asking(place: Place): StateConfig {
  const { flow, step, id } = place;
  const set = flow.questions?.[step.ask as string];
  const items = set?.items ?? [];
  const list = set?.into ?? '';
  const states: Record<string, StateConfig> = {};
  items.forEach((item, index) => {
    const values = item.options.map((option) => option.value);
    const params = { list, index, values };
    const save = { type: 'choose', params: { list, index } };
    const last = index === items.length - 1;
    const screen = `${id}.${item.id}`;
    const empty = { message: step.empty, field: item.id };
    const tellEmpty = {
      actions:
        step.empty === undefined
          ? []
          : [
              { type: 'fault', params: empty },
              { type: 'tell', params: empty },
            ],
    };
    const tellFailed = {
      actions: step.failed === undefined ? [] : [{ type: 'tell', params: { message: step.failed, failed: true } }],
    };
    leaf(place, item.id, 'ready', { screen, question: index });
    states[item.id] = {
      entry: [{ type: 'clearErrors' }, { type: 'arrive', params: { step: id, screen } }],
      on: {
        SELECT: { guard: { type: 'offers', params: { values } }, actions: [save] },
        NEXT: last
          ? [
              {
                guard: { type: 'complete', params },
                target: target(step.next as string),
                actions: [{ type: 'stamp' }, save],
              },
              { guard: { type: 'answered', params }, ...tellFailed },
              tellEmpty,
            ]
          : [
              { guard: { type: 'answered', params }, target: (items[index + 1] as { id: string }).id, actions: [save] },
              tellEmpty,
            ],
        ...(index === 0 ? {} : { PREVIOUS: { target: (items[index - 1] as { id: string }).id } }),
      },
    };
  });
  return { id, initial: items[0]?.id ?? '', states };
}

/** The state of one step. Registers its leaves. */
export function stateConfigOf(flow: FlowDefinition, id: string, leaves: Leaves): StateConfig {
  const step = flow.steps[id] as Step;
  const place: Place = { flow, id, step, leaves };
  const tracked = step.track === undefined ? [] : [{ type: 'track', params: { track: step.track } }];
  if (step.ask !== undefined) return { entry: tracked, ...asking(place) };
  const arrival =
    step.path === undefined && step.show === undefined ? [] : [{ type: 'arrive', params: { step: id, screen: id } }];
  const entry = [...arrival, ...tracked];
  if (step.wait !== undefined) {
    // A delay is resolved before the entry actions of its own state, so the draw has a state before it.
    leaf(place, 'draw', 'waiting');
    leaf(place, 'run', 'waiting');
    const { on, doing } = reactionsOf(place, 'run');
    return {
      id,
      entry,
      initial: 'draw',
      states: {
        draw: { entry: [{ type: 'draw', params: { state: id, ...step.wait } }], always: { target: 'run' } },
        run: { after: { [`wait:${id}`]: { target: target(step.next as string) } }, on },
        ...doing,
      },
    };
  }
  if (step.choose !== undefined) {
    leaf(place, '', 'waiting');
    return {
      id,
      entry,
      always: step.choose.map((branch) => ({
        ...(branch.when === undefined ? {} : { guard: { type: 'holds', params: { when: branch.when } } }),
        target: target(branch.to),
      })),
    };
  }
  if (step.leave !== undefined) {
    leaf(place, '', 'calling');
    return { id, entry: [...entry, { type: 'leave', params: { leave: step.leave } }] };
  }
  if (step.close === true) {
    leaf(place, '', 'waiting');
    return { id, entry: [...entry, { type: 'close' }] };
  }
  return { entry, ...showing(place) };
}

/** The screens an address or a saved visit can lead to: steps that show something, and each of their questions. */
export function screensOf(flow: FlowDefinition): { screen: string; step: string }[] {
  return Object.entries(flow.steps).flatMap(([id, step]) => {
    if (step.choose !== undefined || step.leave !== undefined || step.close === true) return [];
    if (step.wait !== undefined && step.show === undefined && step.path === undefined) return [];
    const questions = step.ask === undefined ? [] : (flow.questions?.[step.ask]?.items ?? []);
    return [...questions.map((item) => ({ screen: `${id}.${item.id}`, step: id })), { screen: id, step: id }];
  });
}
