/** The context in which a step is compiled: what its states register in addition to the returned configuration. */
import type { Code, Wait } from '../../../schemas/compiled.ts';
import type { StepDefinition } from '../../../schemas/generated/types.ts';
import type { FlowDefinition } from '../../definition.ts';
import type { ScreenStatus } from '../screen.ts';
import type { MachineAction, MachineGuard } from './actions.ts';

/** A transition of XState as plain data. */
export interface WayConfig {
  readonly guard?: MachineGuard;
  readonly target?: string;
  readonly actions?: readonly MachineAction[];
}

/** The transitions of events, tried in order. */
export type EventConfig = Readonly<Record<string, WayConfig | readonly WayConfig[]>>;

/** A state of XState as plain data. */
export interface StateConfig {
  readonly id?: string;
  readonly initial?: string;
  readonly states?: Readonly<Record<string, StateConfig>>;
  readonly entry?: readonly MachineAction[];
  readonly exit?: readonly MachineAction[];
  readonly on?: EventConfig;
  readonly always?: WayConfig | readonly WayConfig[];
  readonly after?: EventConfig;
  readonly invoke?: {
    readonly id: string;
    readonly src: 'call';
    readonly input: { readonly path: string; readonly with: Readonly<Record<string, Code>>; readonly timeout: number };
    readonly onDone: WayConfig;
    readonly onError: WayConfig;
  };
}

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
export const choosing = ({ flow, id }: Pick<Place<unknown>, 'flow' | 'id'>, to = ''): readonly MachineAction[] =>
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
