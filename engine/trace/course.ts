/** The course of a recorded session: where each event found the visitor, and where it led. Reads only what was recorded. */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceEnd, TraceHead, TraceNote, TraceStep } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import type { CallReport } from '../session/effects.ts';
import { machineOf, stepRole } from '../steps/machines.ts';
import { isRecord } from './differences.ts';
import { applyPatch } from './patch.ts';
import type { TraceLine } from './record.ts';
import { recordedEffects, recordedOutcome } from './recording.ts';

/** Where a visitor is in a flow. */
export interface TracedPlace {
  readonly step: string;
  /** The step, or `step.question`. */
  readonly screen: string;
  /** Whether the reply of a call is awaited. */
  readonly isCalling: boolean;
}

/** A call to an intake. */
export interface TracedCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** A recorded step with its surroundings. */
export interface TracedStep {
  readonly line: TraceStep;
  /** Null for the first step. */
  readonly from: TracedPlace | null;
  readonly to: TracedPlace;
  /** The error message of each field, or question, after the step. */
  readonly errors: Readonly<Record<string, string>>;
  /** The call whose outcome the event is; null for any other event, or if the call was not recorded. */
  readonly call: TracedCall | null;
  /** How the call went; null for any other event, and in older traces. */
  readonly report: CallReport | null;
  /** Whether the event is a reply that the flow could not use: an expression had no value. */
  readonly isUnusable: boolean;
  /** The message that the form shows after the step; null for none. */
  readonly problem: string | null;
  /** What happened in the browser after the step. */
  readonly notes: readonly TraceNote[];
  /** The end line that follows the step: the visitor left, and came back if there are further steps. */
  readonly end: TraceEnd | null;
}

export interface TraceCourse {
  readonly head: TraceHead;
  readonly steps: readonly TracedStep[];
}

/** The names of the states below a step that shows one screen. */
const engineState = /^(?:ready|failed|run|chooseDelay|do-.+|(?:call|load)-\d+)$/;
const callState = /^(?:call|load)-\d+$/;

/** The place of a recorded state. A step that the flow does not have any more is recognised by the names of its states. */
export function tracedPlace(flow: FlowDefinition | null, state: string): TracedPlace {
  const [step = '', ...below] = state.split('.');
  const definition = flow !== null && Object.hasOwn(flow.steps, step) ? flow.steps[step] : undefined;
  const [name] = below;
  const isQuestion =
    name !== undefined &&
    (definition === undefined ? !engineState.test(name) : machineOf(definition).screens !== undefined);
  return {
    step,
    screen: isQuestion ? `${step}.${name}` : step,
    isCalling: !isQuestion && callState.test(name ?? ''),
  };
}

/** Whether a visitor sees the place: it neither redirects, nor closes the dialog, nor only branches. */
export function isSeen(flow: FlowDefinition | null, { step }: Pick<TracedPlace, 'step'>): boolean {
  const role = stepRole(flow?.steps[step]);
  return role === undefined || role === 'screen' || role === 'pause';
}

/** Whether the visitor has to enter something there: a form or a question. */
export function asksFor(flow: FlowDefinition | null, { step, screen }: Pick<TracedPlace, 'step' | 'screen'>): boolean {
  const kind = flow?.steps[step]?.kind;
  return kind === 'form' || kind === 'ask' || screen !== step;
}

/** Whether the step is the reply that completes a form: the last of its calls was answered. */
export function isAccepted({ line, from, to, call, isUnusable }: TracedStep): boolean {
  if (line.event?.type !== 'DONE' || isUnusable || from === null || !from.isCalling) return false;
  return (
    (call === null ? /\/call-\d+$/.test(recordedOutcome(line)?.id ?? '') : call.method === 'POST') &&
    !(to.isCalling && to.step === from.step)
  );
}

function errorsIn(context: Json): Readonly<Record<string, string>> {
  const errors = isRecord(context) ? context['errors'] : undefined;
  return isRecord(errors)
    ? Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, String(message)]))
    : {};
}

/** The members of the context that a course reads. Others can be as many as a forged trace has bytes. */
const readPath = /^(?:$|\/(?:errors|problem)(?:\/|$))/;
/** Refused fields in all steps of a trace in which they change. */
const mostErrors = 100_000;

/**
 * The steps of a trace in order.
 * @param flow the flow as it is defined today; null if there is none any more
 * @throws RangeError if the lines do not begin with a head, or contain no step
 */
export function courseOfTrace(flow: FlowDefinition | null, lines: readonly TraceLine[]): TraceCourse {
  const [head] = lines;
  if (head?.kind !== 'head') throw new RangeError('The first line of a trace must be its head.');
  const calls = new Map<string, TracedCall>();
  const steps: TracedStep[] = [];
  let context: Json = {};
  let errors: TracedStep['errors'] = {};
  let errorCount = 0;
  let place: TracedPlace | null = null;
  for (const line of lines) {
    const last = steps.at(-1);
    if (line.kind === 'end' && last !== undefined) steps[steps.length - 1] = { ...last, end: line };
    if (line.kind === 'note' && last !== undefined) steps[steps.length - 1] = { ...last, notes: [...last.notes, line] };
    if (line.kind !== 'step') continue;
    const changes = line.patch.filter(({ path }) => readPath.test(path));
    if (changes.length > 0) {
      context = applyPatch(context, changes);
      errors = errorsIn(context);
      errorCount += Object.keys(errors).length;
      if (errorCount > mostErrors) throw new RangeError('The trace names more refused fields than a visit can have.');
    }
    const outcome = recordedOutcome(line);
    // The masked session may be elsewhere than the visitor was.
    const to = tracedPlace(flow, line.real ?? line.state);
    const call = calls.get(outcome?.id ?? '') ?? null;
    const problem = isRecord(context) ? context['problem'] : null;
    steps.push({
      ...{ line, from: place, to, errors, call, notes: [], end: null },
      report: outcome?.report ?? null,
      isUnusable:
        outcome?.type === 'DONE' &&
        line.patch.some(({ path, op, value }) => path === '/error' && op !== 'remove' && value !== null),
      problem: typeof problem === 'string' ? problem : null,
    });
    for (const { id, method, path } of recordedEffects(line, 'call')) calls.set(id, { id, method, path });
    place = to;
  }
  if (steps.length === 0) throw new RangeError('The trace has no steps.');
  return { head, steps };
}
