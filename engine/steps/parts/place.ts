/** The context in which a step is compiled: what its states register in addition to the returned configuration. */
import type { Wait } from '../../../schemas/compiled.ts';
import type { StepDefinition } from '../../../schemas/generated/types.ts';
import type { FlowDefinition } from '../../definition.ts';
import type { ScreenStatus } from '../screen.ts';

/** A state of XState as plain data. */
export type StateConfig = Readonly<Record<string, unknown>>;

/** The screen and status of a leaf state. */
export interface Leaf {
  readonly step: string;
  /** Its screen: the step, or `step.question`. */
  readonly screen: string;
  readonly status: ScreenStatus;
  readonly pending: string | null;
  /** Index among the step's questions. */
  readonly question: number | null;
}

export interface Place<Step = StepDefinition> {
  readonly flow: FlowDefinition;
  readonly id: string;
  readonly step: Step;
  /** The leaves of the machine, by path. */
  readonly leaves: Map<string, Leaf>;
  /** The states that end by a timer, with the bounds of their delays: `step`, or `step.event` for a reaction. */
  readonly delays: Map<string, Wait>;
}

/** The target of a transition to another step. */
export const target = (screen: string): string => `#${screen}`;

/** The actions that keep which of its ways a step is left by, where conditions do not decide it. */
export const choosing = ({ flow, id }: Pick<Place<unknown>, 'flow' | 'id'>, to = ''): readonly StateConfig[] =>
  flow.ways?.choices?.[id]?.includes(to) ? [{ type: 'choose', params: { from: id, to } }] : [];

/** Registers a leaf state of a step. An empty name is the step's own state. */
export function leaf(
  { id, leaves }: Place<unknown>,
  name: string,
  status: ScreenStatus,
  more: Partial<Leaf> = {},
): void {
  leaves.set(name === '' ? id : `${id}.${name}`, {
    step: id,
    screen: id,
    status,
    pending: null,
    question: null,
    ...more,
  });
}
