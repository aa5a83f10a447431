/** Branches after a question, a form or a delay: `branch` beside `ask`, `form` or `delay`, in place of `next`. */
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { Source } from '../source/source.ts';

type Steps = Readonly<Record<string, Step>>;

const isSplit = ({ branch, ask, form, delay }: Step): boolean =>
  branch !== undefined && (ask !== undefined || form !== undefined || delay !== undefined);

/** Whether a step of a flow branches after it has asked or waited. */
export const hasBranches = (source: Source): boolean =>
  Object.values((source.data as unknown as FlowFile).steps).some(isSplit);

/** The id of the step that a step's branches become. */
function idFor(step: string, steps: Steps): string {
  let id = `${step}-branch`;
  for (let count = 2; Object.hasOwn(steps, id); count += 1) id = `${step}-branch-${count}`;
  return id;
}

/** Replaces such branches by a step of their own. */
export function writeBranches(source: Source, report: Report): Source {
  const flow = source.data as unknown as FlowFile;
  const steps = Object.entries(flow.steps).flatMap(([id, step]): [string, unknown][] => {
    const from = ['steps', id];
    if (!isSplit(step)) return [[id, copied(from, step)]];
    const { branch, ...asking } = step;
    const at = [...from, 'branch'];
    if (step.next !== undefined)
      report.add('step-mixed', source, source.place(at, { key: true }), { first: 'next', second: 'branch' });
    const next = idFor(id, flow.steps);
    return [
      [id, copied(from, { ...asking, next: because(at, next) })],
      [next, because(at, { branch: copied(at, branch) })],
    ];
  });
  const { data, origins } = separate(copied([], { ...flow, steps: Object.fromEntries(steps) }));
  return source.made('flow', data as Record<string, unknown>, origins);
}
