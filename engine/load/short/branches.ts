/** Branches after a question, a form or a delay: `branch` beside `ask`, `form` or `delay`, in place of `next`. */
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { because, copied } from '../source/origins.ts';
import type { Source } from '../source/source.ts';

/** Whether a step branches after it has asked or waited. */
export const isSplit = ({ branch, ask, form, delay }: Step): boolean =>
  branch !== undefined && (ask !== undefined || form !== undefined || delay !== undefined);

/** The id of the step that a step's branches become. */
export function idFor(step: string, steps: FlowFile['steps']): string {
  let id = `${step}-branch`;
  for (let count = 2; Object.hasOwn(steps, id); count += 1) id = `${step}-branch-${count}`;
  return id;
}

/** The step of the branches that a step makes after it has asked or waited. */
export function branchStep(source: Source, id: string, { branch, next }: Step, report: Report): unknown {
  const at = ['steps', id, 'branch'];
  if (next !== undefined)
    report.add('step-mixed', source, source.place(at, { key: true }), { first: 'next', second: 'branch' });
  return because(at, { branch: copied(at, branch) });
}
