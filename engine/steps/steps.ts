/** What steps of all kinds have in common. */
import type { Wait } from '../../schemas/compiled.ts';
import type { StepDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { machineOf } from './machines.ts';
import type { Leaf, StateConfig } from './parts/place.ts';

/** The state of a step. Registers its leaves and delays. */
export function stateConfigOf(
  flow: FlowDefinition,
  id: string,
  leaves: Map<string, Leaf>,
  delays: Map<string, Wait>,
): StateConfig {
  const step = flow.steps[id] as StepDefinition;
  const machine = machineOf(step);
  const { entry = [], ...state } = machine.state({ flow, id, step, leaves, delays });
  // Each screen of a step with several screens emits its own `arrive` action.
  const isSeen = machine.screens === undefined && (step.path ?? step.show) !== undefined;
  return {
    id,
    entry: [
      ...(isSeen ? [{ type: 'navigate', params: { step: id, screen: id } } as const] : []),
      ...(step.track === undefined ? [] : [{ type: 'track', params: { track: step.track } } as const]),
      ...entry,
    ],
    ...state,
  };
}

/** The screens that an address or a saved visit can lead to: steps that show something, and each of their questions. */
export function screensOf(flow: FlowDefinition): { screen: string; step: string }[] {
  return Object.entries(flow.steps).flatMap(([id, step]) => {
    const { role, screens } = machineOf(step);
    const isShown = role === 'screen' || (role === 'pause' && (step.path ?? step.show) !== undefined);
    if (!isShown) return [];
    return [
      ...(screens?.(step, flow) ?? []).map((each) => ({ screen: `${id}.${each}`, step: id })),
      { screen: id, step: id },
    ];
  });
}
