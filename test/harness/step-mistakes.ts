/** Mistakes of steps and of what texts promise: no way to a step or out of it, and promises that a way breaks. */
import { leads } from './branch-mistakes.ts';
import { addScreen, type FlowMistake, junctionsOf, oneOfSome, type PlantMistake, pairOf } from './flow-mistake.ts';
import type { RandomFlow } from './random-flow.ts';
import type { Written } from './random-flow-draft.ts';
import { pick, type Random } from './random-form.ts';

const anyStep = ({ flow }: RandomFlow, random: Random): string => pick(random, Object.keys(flow.steps));
const entriesTo = ({ flow }: RandomFlow, id: string): number =>
  [...JSON.stringify(flow.steps).matchAll(/"(?:to|next)":"([\w-]+)"/g)].filter(([, to]) => to === id).length;

/** A step that no way leads to. */
export const lonelyStep: PlantMistake = (flow, random) => {
  const { steps } = flow.flow;
  const asides = Object.keys(steps).filter((id) => id.startsWith('aside') && entriesTo(flow, id) === 1);
  const junction = junctionsOf(flow).find(({ targets }) => targets.some((target) => asides.includes(target)));
  if (junction !== undefined && random() < 0.5) {
    const branch = junction.branches.find(({ to }) => asides.includes(String(to))) as Written;
    const id = String(branch['to']);
    const other = junction.targets.find((target) => target !== id);
    if (other === undefined) return null;
    branch['to'] = other;
    return { places: [{ path: ['steps', id] }], codes: ['step-unreachable'], says: [id] };
  }
  const to = anyStep(flow, random);
  const ways: (() => void)[] = [
    () => addScreen(flow, 'planted', to),
    () => {
      steps['planted'] = { delay: '2s', show: [{ type: 'text', title: 'One moment' }], next: to };
    },
    () => {
      steps['planted'] = { show: [{ type: 'text', title: 'The end' }], final: true };
    },
  ];
  pick(random, ways)();
  return { places: [{ path: ['steps', 'planted'] }], codes: ['step-unreachable'], says: ['planted'] };
};

/** A step without an exit, or a loop without one. */
export const trap: PlantMistake = (flow, random) => {
  const { steps } = flow.flow;
  const junction = oneOfSome(random, junctionsOf(flow));
  if (junction === null) return null;
  const last = junction.branches.at(-1) as Written;
  const to = String(last['to']);
  last['to'] = 'planted';
  const kinds: (() => FlowMistake)[] = [
    () => {
      steps['planted'] = { show: [{ type: 'text', title: 'Here you are' }] };
      return { places: [{ path: ['steps', 'planted'] }], codes: ['step-dead-end'], says: ['planted'] };
    },
    () => {
      steps['planted'] = { delay: '1s', next: 'planted-too' };
      steps['planted-too'] = { delay: '1s', next: 'planted' };
      return {
        places: ['planted', 'planted-too'].map((id) => ({ path: ['steps', id, 'next'] })),
        ...{ codes: ['step-endless-loop'], says: ['planted', 'planted-too'] },
      };
    },
    () => {
      const pair = pairOf(random, junction.known);
      steps['planted'] = { branch: [{ when: pair?.[0].text ?? 'true', to }, { to: 'planted-too' }] };
      steps['planted-too'] = { branch: [{ when: pair?.[0].text ?? 'true', to }, { to: 'planted' }] };
      return {
        places: ['planted', 'planted-too'].map((id) => ({ path: ['steps', id] })),
        ...{ codes: ['step-cycle'], says: ['planted', 'planted-too'] },
      };
    },
  ];
  return pick(random, kinds)();
};

/** A field that a form before on the way asks for, too. */
export const repeatedField: PlantMistake = (flow, random) => {
  const steps = Object.entries(flow.flow.steps).flatMap(([id, { form }]) => (form === undefined ? [] : [{ id, form }]));
  const found = oneOfSome(
    random,
    steps.flatMap((earlier) =>
      steps
        .filter((later) => later !== earlier && leads(flow, earlier.id, later.id) && !leads(flow, later.id, earlier.id))
        .map((later) => ({ earlier, later })),
    ),
  );
  const formOf = (id: unknown) => flow.forms.find(({ form }) => form === id);
  const [earlier, later] = [formOf(found?.earlier.form), formOf(found?.later.form)];
  if (found === null || earlier === undefined || later === undefined) return null;
  const plain = Object.entries(earlier.fields).filter(
    ([, field]) =>
      field['when'] === undefined && field['rules'] === undefined && !JSON.stringify(field).includes('"when"'),
  );
  const field = oneOfSome(random, plain);
  if (field === null) return null;
  const [name, own] = field;
  later.fields[name] = structuredClone(own);
  const form = later.form;
  return { places: [{ form, path: ['fields', name] }], codes: ['field-asked-twice'], says: [name, found.earlier.id] };
};

/** Shows a text at the beginning. @returns where it is */
function tell({ flow }: RandomFlow, body: string): readonly (string | number)[] {
  const start = String(flow['start']);
  const show = flow.steps[start]?.['show'] as Written[];
  show.splice(0, show.length, ...show.filter(({ title }) => title !== 'How long it takes'));
  show.push({ type: 'text', title: 'Before you begin', body });
  return ['steps', start, 'show', show.length - 1, 'body'];
}

/** A number of questions that is wrong on all ways, or on one. */
export const wrongCount: PlantMistake = (flow, random) => {
  const set = (flow.flow['questions'] as Record<string, { items: unknown[] }> | undefined)?.['questions'];
  const { steps } = flow.flow;
  if (set === undefined || flow.flow['start'] === 'quiz') return null;
  const count = set.items.length;
  if (random() < 0.5) {
    const path = tell(flow, `You answer ${count + 1 + Math.floor(random() * 3)} questions.`);
    // With other questions, another way may have this number.
    return { places: [{ path }], codes: ['count-differs', 'count-skipped'], says: ['questions', ', but '] };
  }
  // Some go past the questions from the form before them.
  const before = Object.entries(steps).find(([, { form, next }]) => form !== undefined && next === 'quiz');
  const after = steps['quiz-more']?.['next'] ?? steps['quiz']?.['next'];
  const pair = before === undefined ? null : pairOf(random, flow.at[before[0]]?.known ?? []);
  const reads = JSON.stringify(flow.flow).includes('answers[') || flow.flow['always'] !== undefined;
  if (before === undefined || pair === null || after === undefined || reads) return null;
  delete before[1]['next'];
  before[1]['branch'] = [{ when: pair[0].text, to: 'planted' }, { to: 'quiz' }];
  steps['planted'] = { show: [{ type: 'text', title: 'Not for you' }], final: true };
  const path = tell(flow, `You answer ${count} questions.`);
  return { places: [{ path }], codes: ['count-skipped'], says: ['questions', ', but '] };
};

/** A time in which nobody can answer the questions. */
export const shortTime: PlantMistake = (flow, random) => {
  const { flow: data } = flow;
  if (data['questions'] !== undefined && 'long' in (data['questions'] as object)) return null;
  const minutes = 1 + Math.floor(random() * 2);
  // The check expects at least three seconds for each answer.
  const count = 22 * minutes + Math.floor(random() * 15);
  const items = Array.from({ length: count }, (_, index) => ({
    id: `l${index}`,
    question: `And number ${index}?`,
    options: [
      { value: 0, label: 'No' },
      { value: 1, label: 'Yes' },
    ],
  }));
  data['data'] = { ...(data['data'] as object), marks: { type: 'list', of: 'number', allowed: [0, 1], length: count } };
  data['questions'] = { ...(data['questions'] as object), long: { saveAs: 'marks', items } };
  data['computed'] = { ...(data['computed'] as object), mark: { value: `percent(sum(marks), ${count})` } };
  const start = String(data['start']);
  // The questions come before the form of the person.
  for (const step of Object.values(data.steps)) redirect(step, 'person', 'long');
  data.steps['long'] = {
    ask: 'long',
    onEmpty: { alert: 'Choose one.' },
    show: [{ type: 'question', next: 'Next', previous: 'Before', finish: 'Finish' }],
    next: 'person',
  };
  if (start === 'person') return null;
  const path = tell(
    flow,
    pick(
      random,
      minutes === 1
        ? ['It takes 1 minute.', 'Only 1 minute of your time.']
        : ['It takes 2 minutes.', 'You need 2 minutes.'],
    ),
  );
  return { places: [{ path }], codes: ['time-short'], says: ['minute', 'answers'] };
};

/** Lets a step lead to another one. */
function redirect(step: Written, from: string, to: string): void {
  if (step['next'] === from) step['next'] = to;
  for (const branch of (step['branch'] as Written[] | undefined) ?? []) if (branch['to'] === from) branch['to'] = to;
  const { ok, begin } = (step['on'] as Record<string, Written> | undefined) ?? {};
  for (const reaction of [ok, begin]) if (reaction?.['to'] === from) reaction['to'] = to;
}
