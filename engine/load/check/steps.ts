import { type FlowFile, type Step, stepProperties } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import { askedItems } from '../../steps/ask/items.ts';
import { authoringOf, kindKeys, kindOfStep } from '../../steps/authoring.ts';
import type { AddFault } from '../../steps/parts/authoring.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/**
 * Checks each step of a flow: its keys are compatible, and it has the `next` that it needs.
 * @returns false if a step has two kinds, so that its transitions are unknown
 */
export function checkSteps(draft: Draft, source: Source<FlowFile>): boolean {
  const { report } = draft;
  const { data } = source;
  const steps = Object.entries(data.steps);
  if (steps.some(([, step]) => step.path !== undefined)) {
    if (data.page === undefined) report.add('flow-without-page', source, source.place(['flow']));
  } else if (!draft.overlayPagesByFlow.has(data.flow) && !draft.unknown.has(data.flow))
    report.add('flow-without-path', source, source.place(['flow']), { flow: data.flow });
  let isClear = true;
  for (const [id, step] of steps) {
    const add: AddFault = (code, path, at, ...args) =>
      report.add(code, source, source.place(['steps', id, ...path], at === 'key' ? { key: true } : {}), ...args);
    checkCarried(draft, source, id, step);
    const { form = '' } = step;
    const [name] = Object.keys(draft.forms.get(form)?.data.lists ?? {});
    if (name !== undefined) add('form-lists', ['form'], 'value', { form, name });
    const [first, second] = kindKeys(step);
    if (first !== undefined && second !== undefined) {
      add('step-mixed', [second], 'key', { first, second });
      isClear = false;
    } else {
      checkProperties(step, add);
      authoringOf(step).check(step, add);
    }
  }
  for (const set of Object.keys(data.questions ?? {})) checkParts(draft, source, set);
  return isClear;
}

/** Reports steps that ask unknown questions of a set, and questions that none of its steps asks. */
function checkParts({ report }: Draft, source: Source<FlowFile>, set: string): void {
  const { steps, questions = {} } = source.data;
  const known = (questions[set]?.items ?? []).map(({ id }) => id);
  const asking = Object.entries(steps).filter(([, { ask }]) => ask === set);
  for (const [id, { only = [] }] of asking)
    only.forEach((name, index) => {
      if (known.includes(name)) return;
      report.add('question-shape', source, source.place(['steps', id, 'only', index]), {
        reason: `The set ${set} has no question ${name}.`,
        fix: `Write the id of one of its questions: ${known.join(', ')}.`,
      });
    });
  for (const [id, step] of asking) {
    const [begins] = askedItems(step, questions);
    if (begins === undefined || begins.index === 0 || step.on?.['back'] !== undefined) continue;
    report.add('question-shape', source, source.place(['steps', id, 'only'], { key: true }), {
      reason: `The button Back of its first question, ${begins.item.id}, leads nowhere.`,
      fix: 'Add on: { back: { to: … } } with the step before this one, and last: true if that asks questions.',
    });
  }
  const asked = new Set(asking.flatMap(([, { only = known }]) => only));
  const left = known.find((name) => !asked.has(name));
  const [last] = asking.at(-1) ?? [];
  if (left === undefined || last === undefined) return;
  report.add('question-shape', source, source.place(['steps', last, 'only'], { key: true }), {
    reason: `No step asks the question ${left} of the set ${set}, so the list of answers is never complete.`,
    fix: `Add ${left} to only: of a step.`,
  });
}

/** Keys that several kinds have, but not all. */
const shared = ['fetch', 'on', 'next'] as const satisfies readonly (keyof Step)[];

function checkProperties(step: Step, add: AddFault): void {
  const [own] = kindKeys(step);
  const stray = shared.find((key) => step[key] !== undefined && !stepProperties[kindOfStep(step)].includes(key));
  const sends = (['submit', 'notify'] as const).find((key) => step[key] !== undefined);
  const { needsNext } = authoringOf(step);
  if (own !== undefined && stray !== undefined) add('step-mixed', [stray], 'key', { first: own, second: stray });
  if (own !== 'form' && sends !== undefined) add('submit-without-form', [sends], 'key');
  else if (own === undefined && step.next !== undefined) add('step-next-unused', ['next'], 'key');
  if (own !== undefined && needsNext !== null && step.next === undefined)
    add('step-next-missing', [own], 'key', { because: needsNext });
}

function checkCarried({ report }: Draft, source: Source<FlowFile>, id: string, { query = {}, fallback }: Step): void {
  const known = Object.keys(source.data.data ?? {});
  for (const name of Object.keys(query)) {
    if (known.includes(name)) continue;
    report.add('query-not-in-data', source, source.place(['steps', id, 'query', name], { key: true }), {
      name,
      near: nearest(name, known),
      known,
    });
  }
  if (Object.keys(query).length > 0 && fallback === undefined)
    report.add('query-without-fallback', source, source.place(['steps', id, 'query'], { key: true }));
}
