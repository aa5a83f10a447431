/** Compiles a flow definition to an XState machine. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Wait } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import type { FormDefinition } from '../forms/types.ts';
import type { Leaf, StateConfig, WayConfig } from '../steps/parts/place.ts';
import { screensOf, stateConfigOf } from '../steps/steps.ts';
import { hasHistory } from './has-history.ts';
import type { FormValidator } from './machine-arguments.ts';
import { createFlowMachine } from './machine-setup.ts';
import { createStepper, type Stepper } from './stepper.ts';

export type { Leaf } from '../steps/parts/place.ts';
export type { FormValidator } from './machine-arguments.ts';

export interface CompiledFlow {
  readonly flow: FlowDefinition;
  readonly forms: readonly FormDefinition[];
  /** Validates a form. */
  readonly validate: FormValidator;
  readonly machine: AnyStateMachine;
  readonly stepper: Stepper;
  /** The screen and status of each leaf state, by the state's path. */
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** The states that end by a timer, with the bounds of their delays: `step`, or `step.event` for a reaction. */
  readonly delays: ReadonlyMap<string, Wait>;
  /** The waiting state of each delayed event: `step`, or `step.event` for a reaction. */
  readonly timers: ReadonlyMap<string, string>;
}

// Between two events a flow enters each of its steps at most once, unless the steps form a cycle.
const mostSteps = 1000;

/** The delayed events of a node and its descendants, each with the name of its delay. */
function* delaysBelow(node: AnyStateNode): Generator<[event: string, delay: string]> {
  for (const { eventType, delay } of node.after) yield [eventType, String(delay)];
  for (const child of Object.values(node.states)) yield* delaysBelow(child);
}

/**
 * The transitions into a screen: one that skips the step's calls if their data is still current, and one that runs
 * them.
 */
function entrances(
  flow: FlowDefinition,
  { screen, step }: { readonly screen: string; readonly step: string },
  from: 'start' | 'history',
  prefix: string,
): readonly WayConfig[] {
  const { query = {}, fetch, fallback } = flow.steps[step] ?? {};
  // A step that is its own fallback does not require its values.
  const carried = from === 'history' && fallback?.to === step ? [] : Object.keys(query);
  // A step also requires the values that earlier steps provide.
  const params = { screen, needs: [...carried, ...(flow.needs?.[step] ?? [])], from };
  return [
    ...(fetch === undefined
      ? []
      : [
          {
            guard: { type: 'canEnter', params: { ...params, loaded: step } } as const,
            target: `${prefix}${screen}.ready`,
          },
        ]),
    { guard: { type: 'canEnter', params }, target: prefix + screen },
  ];
}

/** The initial state: the requested screen if its required values are present, else the fallback of its step. */
function boot(flow: FlowDefinition): StateConfig {
  const starts = screensOf(flow).flatMap(({ screen, step }): readonly WayConfig[] => {
    const { fallback } = flow.steps[step] ?? {};
    return [
      ...entrances(flow, { screen, step }, 'start', '#'),
      ...(fallback === undefined
        ? []
        : [
            {
              guard: { type: 'startsAt', params: { screen } } as const,
              target: `#${fallback.to}`,
              actions: [{ type: 'notifyFallback', params: { step } } as const],
            },
          ]),
    ];
  });
  return { always: [...starts, { target: `#${flow.start}` }] };
}

/** Back and forward navigation: to any screen whose required values are present. */
const history = (flow: FlowDefinition): readonly WayConfig[] =>
  screensOf(flow).flatMap((place) => entrances(flow, place, 'history', '.'));

/**
 * Compiles a flow to an XState machine of named guards, actions and actors with plain parameters. State ids come from
 * the author's names: `step`, `step.question`, and below a step `ready`, `call-N`, `load-N`, `failed`, `do-event`.
 * @param flow a checked flow; the result for a flow that the loader rejected is undefined
 * @param forms the forms its steps use
 * @param validate validates a form
 */
export function compileFlow(
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  validate: FormValidator,
): CompiledFlow {
  const leaves = new Map<string, Leaf>();
  const delays = new Map<string, Wait>();
  const states: Record<string, StateConfig> = { boot: boot(flow) };
  for (const id of Object.keys(flow.steps)) states[id] = stateConfigOf(flow, id, leaves, delays);
  const machine = createFlowMachine(flow, forms, validate, delays, {
    id: `flow:${flow.flow}`,
    initial: 'boot',
    on: hasHistory(flow) ? { GO: history(flow) } : {},
    states,
    options: { maxIterations: mostSteps },
  });
  let timers: ReadonlyMap<string, string> | undefined;
  return {
    flow,
    forms,
    validate,
    machine,
    stepper: createStepper(machine),
    leaves,
    delays,
    get timers() {
      // Created on first use: most sessions never wait.
      timers ??= new Map([...delaysBelow(machine.root)].map(([event, delay]) => [event, delay.replace('delay:', '')]));
      return timers;
    },
  };
}
