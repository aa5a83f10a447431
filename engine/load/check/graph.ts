import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import { authoringOf, roleOfStep } from '../../steps/authoring.ts';
import type { Draft } from '../link/draft.ts';
import { waysOn } from '../link/ways.ts';
import type { DataPath, Source } from '../source/source.ts';

/** Whether a step continues without the visitor. */
const isAutomatic = (step: Step): boolean => ['pause', 'junction'].includes(roleOfStep(step));

/** Whether a step ends the flow, or lacks a `next` (which is reported elsewhere). */
const mayEnd = (step: Step): boolean =>
  step.final === true || ['exit', 'end'].includes(roleOfStep(step)) || authoringOf(step).needsNext !== null;

/**
 * Checks the transitions of a flow: each step can be reached and leads on, and no steps loop without the visitor.
 * @param lacksSteps whether a transition leads to a step that is missing, so that it may be meant for any step
 */
export function checkGraph({ report, unknown }: Draft, source: Source<FlowFile>, lacksSteps: boolean): void {
  const { steps, start } = source.data;
  const reached = reachableFrom(
    steps,
    // Visitors can also enter at an address that provides the step's values, and what cannot be read may lead to a step.
    [
      start,
      ...Object.keys(steps).filter(
        (id) => unknown.has(id) || (steps[id]?.path !== undefined && Object.keys(steps[id]?.query ?? {}).length > 0),
      ),
    ],
    (step) => [...waysOn(step), ...(step.fallback === undefined ? [] : [step.fallback.to])],
  );
  const looping = new Set<string>();
  for (const [id, step] of Object.entries(steps)) {
    const place = () => source.place(['steps', id], { key: true });
    if (!reached.has(id) && !lacksSteps) report.add('step-unreachable', source, place(), { step: id });
    if (waysOn(step).length === 0 && !mayEnd(step)) report.add('step-dead-end', source, place(), { step: id });
    if (!isAutomatic(step) || looping.has(id)) continue;
    const ahead = [...reachableFrom(steps, [id], waysOn)];
    if (ahead.every((each) => isAutomatic(steps[each] as Step) && waysOn(steps[each] as Step).length > 0)) {
      for (const each of ahead) looping.add(each);
      report.add('step-endless-loop', source, source.place(wayBack(steps, ahead)), { steps: ahead });
    }
  }
}

/** The place of the transition that closes a loop: the last one that leads back, or to the step itself. */
function wayBack(steps: FlowFile['steps'], loop: readonly string[]): DataPath {
  const order = Object.keys(steps).filter((id) => loop.includes(id));
  const closing = order.findLast((id) =>
    waysOn(steps[id] as Step).some((to) => order.indexOf(to) <= order.indexOf(id)),
  ) as string;
  const { next, branch = [] } = steps[closing] as Step;
  const isBack = (to: string | undefined): boolean => to !== undefined && order.indexOf(to) <= order.indexOf(closing);
  if (isBack(next)) return ['steps', closing, 'next'];
  return ['steps', closing, 'branch', branch.findIndex(({ to }) => isBack(to)), 'to'];
}

function reachableFrom(
  steps: FlowFile['steps'],
  from: readonly string[],
  ways: (step: Step) => readonly string[],
): Set<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
    if (step === undefined || reached.has(id)) continue;
    reached.add(id);
    open.push(...ways(step));
  }
  return reached;
}
