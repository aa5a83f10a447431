import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** Checks what each step of a flow does: that its parts go together and that it says what comes next. */
export function checkSteps(draft: Draft, source: Source<FlowFile>): void {
  const { report } = draft;
  const { data } = source;
  const steps = Object.entries(data.steps);
  if (steps.some(([, step]) => step.path !== undefined)) {
    if (data.page === undefined) report.add('flow-without-page', source, source.place(['flow']));
  } else if (!draft.overlaidIn.has(data.flow) && !draft.broken.has('page'))
    report.add('flow-without-path', source, source.place(['flow']), { flow: data.flow });
  for (const [id, step] of steps) {
    checkParts(draft, source, id, step);
    checkBranches(draft, source, id, step);
    checkCarried(draft, source, id, step);
  }
}

/** What a step does; it does one of these. */
const deeds = ['ask', 'form', 'wait', 'choose', 'leave', 'close'] as const;
/** What goes with some deeds only. */
const companions = {
  load: ['form'],
  on: ['form', 'wait'],
  next: ['ask', 'form', 'wait'],
} as const satisfies Partial<Record<keyof Step, readonly (typeof deeds)[number][]>>;

function checkParts({ report }: Draft, source: Source<FlowFile>, id: string, step: Step): void {
  const place = (key: string) => source.place(['steps', id, key], { key: true });
  const [deed, second] = deeds.filter((each) => step[each] !== undefined);
  if (deed !== undefined && second !== undefined) {
    report.add('step-mixed', source, place(second), { first: deed, second });
    return;
  }
  for (const [key, with_] of Object.entries(companions)) {
    if (
      step[key as keyof typeof companions] === undefined ||
      deed === undefined ||
      (with_ as readonly string[]).includes(deed)
    )
      continue;
    report.add('step-mixed', source, place(key), { first: deed, second: key });
    return;
  }
  if (step.submit !== undefined && step.say !== undefined) {
    report.add('step-mixed', source, place('say'), { first: 'submit', second: 'say' });
    return;
  }
  const sends = step.submit !== undefined ? 'submit' : step.say !== undefined ? 'say' : undefined;
  if (sends !== undefined && step.form === undefined) report.add('submit-without-form', source, place(sends));
  if (sends === undefined && step.next === undefined && step.form !== undefined)
    report.add('form-without-submit', source, place('form'));
  if (step.say !== undefined && step.say.toast === undefined && step.say.alert === undefined)
    report.add('message-empty', source, place('say'));
  if (step.next === undefined && (deed === 'ask' || deed === 'wait')) {
    report.add('step-next-missing', source, place(deed), { because: deed === 'ask' ? 'asks questions' : 'waits' });
  }
  if (step.next !== undefined && deed === undefined && sends === undefined)
    report.add('step-next-unused', source, place('next'));
}

function checkBranches({ report }: Draft, source: Source<FlowFile>, id: string, { choose = [] }: Step): void {
  choose.forEach((branch, index) => {
    const last = index === choose.length - 1;
    const path = ['steps', id, 'choose', index];
    if (last && branch.when !== undefined) report.add('choose-else-missing', source, source.place([...path, 'when']));
    if (!last && branch.when === undefined) report.add('choose-else-early', source, source.place([...path, 'to']));
  });
}

function checkCarried({ report }: Draft, source: Source<FlowFile>, id: string, { query = {}, lost }: Step): void {
  const known = Object.keys(source.data.keeps ?? {});
  for (const name of Object.keys(query)) {
    if (known.includes(name)) continue;
    report.add('carried-not-kept', source, source.place(['steps', id, 'query', name], { key: true }), {
      name,
      near: nearest(name, known),
      known,
    });
  }
  if (Object.keys(query).length > 0 && lost === undefined)
    report.add('carried-without-lost', source, source.place(['steps', id, 'query'], { key: true }));
}
