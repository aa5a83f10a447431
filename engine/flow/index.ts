/** Definition → XState machine. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Wait } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import type { FormDefinition } from '../forms/types.ts';
import type { Leaf, StateConfig } from '../steps/parts/place.ts';
import { screensOf, stateConfigOf } from '../steps/steps.ts';
import { createStepper, type Stepper } from './stepper.ts';
import { contextFactory, type JudgeForm, wordsOf } from './words.ts';

export type { Leaf } from '../steps/parts/place.ts';
export type { JudgeForm } from './words.ts';

export interface CompiledFlow {
  readonly flow: FlowDefinition;
  readonly forms: readonly FormDefinition[];
  /** Runs a form's rules. */
  readonly judge: JudgeForm;
  readonly machine: AnyStateMachine;
  readonly stepper: Stepper;
  /** What each leaf state means to a view, by its path. */
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** The states that end by a timer, with the bounds of their delays: `step`, or `step.event` for a reaction. */
  readonly delays: ReadonlyMap<string, Wait>;
  /** What waits, by the delayed event that ends its wait: `step`, or `step.event` for a reaction. */
  readonly timers: ReadonlyMap<string, string>;
}

// A flow enters each of its steps at most once between two events, unless they lead in a circle.
const mostSteps = 1000;

/** The delayed events below a node, and the name of the delay of each. */
function* delaysBelow(node: AnyStateNode): Generator<[event: string, delay: string]> {
  for (const { eventType, delay } of node.after) yield [eventType, String(delay)];
  for (const child of Object.values(node.states)) yield* delaysBelow(child);
}

/** The ways into a screen: past its calls where what they fetched is still here, else from its beginning. */
function entrances(
  flow: FlowDefinition,
  { screen, step }: { readonly screen: string; readonly step: string },
  from: 'start' | 'history',
  prefix: string,
): readonly StateConfig[] {
  const { query = {}, fetch: load, fallback } = flow.steps[step] ?? {};
  // A step that is its own fallback does not require its values.
  const carried = from === 'history' && fallback?.to === step ? [] : Object.keys(query);
  // A step also requires the values that earlier steps provide.
  const params = { screen, needs: [...carried, ...(flow.needs?.[step] ?? [])], from };
  return [
    ...(load === undefined
      ? []
      : [{ guard: { type: 'admits', params: { ...params, loaded: step } }, target: `${prefix}${screen}.ready` }]),
    { guard: { type: 'admits', params }, target: prefix + screen },
  ];
}

/** The initial state: the requested screen if its required values are present, else the fallback of its step. */
function boot(flow: FlowDefinition): StateConfig {
  const starts = screensOf(flow).flatMap(({ screen, step }) => {
    const { fallback } = flow.steps[step] ?? {};
    return [
      ...entrances(flow, { screen, step }, 'start', '#'),
      ...(fallback === undefined
        ? []
        : [
            {
              guard: { type: 'startsAt', params: { screen } },
              target: `#${fallback.to}`,
              actions: [{ type: 'tellLost', params: { step } }],
            },
          ]),
    ];
  });
  return { always: [...starts, { target: `#${flow.start}` }] };
}

/** Back and forward: to any screen whose needs are met. */
const history = (flow: FlowDefinition): readonly StateConfig[] =>
  screensOf(flow).flatMap((place) => entrances(flow, place, 'history', '.'));

/**
 * Compiles a flow to an XState machine of named guards, actions and actors with plain parameters.
 * State ids are the author's own: `step`, `step.question`, and below a step `ready`, `call-N`, `load-N`, `failed`,
 * `do-event`.
 * @param flow a checked flow; a flow that the loader refused has no defined meaning here
 * @param forms the forms its steps use
 * @param judge runs a form's rules
 */
export function compileFlow(flow: FlowDefinition, forms: readonly FormDefinition[], judge: JudgeForm): CompiledFlow {
  const leaves = new Map<string, Leaf>();
  const delays = new Map<string, Wait>();
  const states: Record<string, StateConfig> = { boot: boot(flow) };
  for (const id of Object.keys(flow.steps)) states[id] = stateConfigOf(flow, id, leaves, delays);
  const machine = wordsOf(flow, forms, judge, delays).createMachine({
    id: `flow:${flow.flow}`,
    context: contextFactory(flow, forms) as never,
    initial: 'boot',
    on: { GO: history(flow) },
    states,
    options: { maxIterations: mostSteps },
  } as never);
  const compiled = machine as unknown as AnyStateMachine;
  let timers: ReadonlyMap<string, string> | undefined;
  return {
    flow,
    forms,
    judge,
    machine: compiled,
    stepper: createStepper(compiled),
    leaves,
    delays,
    get timers() {
      // Most sessions never wait.
      timers ??= new Map([...delaysBelow(compiled.root)].map(([event, delay]) => [event, delay.replace('wait:', '')]));
      return timers;
    },
  };
}
