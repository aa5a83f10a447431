import type { Code } from '../../../schemas/compiled.ts';
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import { eventConstants } from '../../axes/phase.ts';
import type { FlowDefinition, InvariantDefinition } from '../../definition.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { askedItems } from '../../steps/ask/items.ts';
import { defineSteps } from '../../steps/authoring.ts';
import { conversionKey, conversionsOf } from '../link/conversions.ts';
import type { Draft } from '../link/draft.ts';
import { shapeOf } from '../link/endpoints.ts';
import { calledBy, formIdsOf } from '../link/uses.ts';
import type { LoweredFlow } from '../lower/flow.ts';
import { behaviourHash, flowHash, type Hash } from '../lower/hashes.ts';
import { withoutHidden } from '../lower/prune.ts';
import { waysOf } from './ways.ts';

interface Around {
  readonly draft: Draft;
  readonly forms: Readonly<Record<string, FormDefinition>>;
  readonly hash: Hash;
}

/** The definition of a lowered flow, as browser and server run it. */
export function defineFlow(id: string, { flow: lowered, needs }: LoweredFlow, around: Around): FlowDefinition {
  const { draft, forms, hash } = around;
  const { always, never, ...rest } = lowered;
  const flow = withoutHiddenBlocks(rest);
  const formIds = formIdsOf(flow);
  const used = formIds.flatMap((form) => forms[form] ?? []);
  const numbers = used.flatMap(({ fields }) => fields.filter(({ submitAs }) => submitAs === 'number'));
  const called = new Set(Object.values(flow.steps).flatMap(calledBy));
  const calls = Object.fromEntries(
    [...called].flatMap((path) => {
      const intake = draft.endpoints.get(path);
      return intake === undefined ? [] : [[path, shapeOf(draft, intake)]];
    }),
  );
  const overlays = (draft.overlayPagesByFlow.get(id) ?? []).flatMap(({ data }) => Object.values(data.overlays ?? {}));
  const given = new Set(overlays.flatMap((overlay) => Object.keys(overlay.with ?? {})));
  const ways = waysOf(flow, used, given);
  return {
    ...flow,
    steps: defineSteps(withConversionIds(draft, withScreens(flow).steps)),
    forms: formIds,
    ...(numbers.length === 0
      ? {}
      : {
          numbers: Object.fromEntries(
            numbers.map(({ name, submitAs, number }) => [
              name,
              { ...(submitAs && { submitAs }), ...(number && { number }) },
            ]),
          ),
        }),
    calls,
    needs,
    ...(ways === null ? {} : { ways }),
    hash: flowHash(hash, flow, used),
    behaviour: behaviourHash(hash, flow, used),
    ...(always === undefined && never === undefined ? {} : { invariants: invariantsOf(lowered) }),
    ...phasesRead(draft, draft.flows.get(id)?.data),
  };
}

const invariantsOf = (lists: Pick<FlowFile, 'always' | 'never'>): readonly InvariantDefinition[] =>
  (['always', 'never'] as const).flatMap((kind) =>
    (lists[kind] ?? []).map(({ at = null, when = null, event = null, times = 1, message }, index) => ({
      ...{ kind, index, at, event, times, message },
      when: when as Code | null,
    })),
  );

/** Steps whose events of a stored submission have the id of the conversion that its intake delivers to Meta. */
function withConversionIds(draft: Draft, steps: FlowFile['steps']): FlowFile['steps'] {
  const withId = (step: Step): Step => {
    const { submit } = step;
    const { track } = submit?.onSuccess ?? {};
    const intake = draft.endpoints.get(submit?.calls.at(-1)?.post ?? '')?.data;
    if (submit === undefined || track === undefined || track.eventId !== undefined || intake === undefined) return step;
    const key = conversionKey(intake);
    if (!conversionsOf(intake).some(([, { event, eventId }]) => event === track.name && eventId === undefined))
      return step;
    const code = ['.', ['$', 'reply'], key] as unknown as string;
    return { ...step, submit: { ...submit, onSuccess: { ...submit.onSuccess, track: { ...track, eventId: code } } } };
  };
  return Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, withId(step)]));
}

/** A flow in which events and branches with `last` lead to the last question of their step. */
function withScreens({ questions, ...flow }: FlowFile): Pick<FlowFile, 'steps'> {
  const screenOf = (to: string): string => {
    const question = askedItems(flow.steps[to] ?? {}, questions).at(-1)?.item;
    return question === undefined ? to : `${to}.${question.id}`;
  };
  const stepWith = (step: Step): Step => {
    const ways = [...Object.values(step.on ?? {}), ...(step.branch ?? [])];
    if (!ways.some(({ last }) => last)) return step;
    const led = <Way extends { to?: string; last?: true }>({ last, ...way }: Way) =>
      last && way.to !== undefined ? { ...way, to: screenOf(way.to) } : way;
    const on = Object.entries(step.on ?? {}).map(([event, reaction]) => [event, led(reaction)]);
    return {
      ...step,
      ...(step.on === undefined ? {} : { on: Object.fromEntries(on) }),
      ...(step.branch === undefined ? {} : { branch: step.branch.map(led) }),
    };
  };
  return { steps: Object.fromEntries(Object.entries(flow.steps).map(([id, step]) => [id, stepWith(step)])) };
}

const withoutHiddenBlocks = (flow: FlowFile): FlowFile => ({
  ...flow,
  steps: Object.fromEntries(
    Object.entries(flow.steps).map(([id, step]) => [
      id,
      step.show === undefined ? step : { ...step, show: withoutHidden(step.show) },
    ]),
  ),
});

/** The phases of the events that a flow reads. */
function phasesRead(draft: Draft, flow: FlowFile | undefined): Pick<FlowDefinition, 'phases'> {
  const text = JSON.stringify(flow ?? {});
  const read = Object.keys(draft.site.data.calendar ?? {}).filter((id) => text.includes(`calendar.${id}.`));
  if (read.length === 0) return {};
  const events = eventConstants(read, draft.axes.get('phase'));
  return { phases: Object.fromEntries(read.flatMap((id) => (events[id] ? [[id, events[id].phase]] : []))) };
}
