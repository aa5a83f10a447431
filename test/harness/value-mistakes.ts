/** Mistakes of fields, computed values and statements. */
import { needsAnswer } from './branch-mistakes.ts';
import { grouped, junctionsOf, namedOf, oneOfSome, type PlantMistake, pairOf } from './flow-mistake.ts';
import type { KnownValue } from './random-answers.ts';
import type { RandomFlow } from './random-flow.ts';
import type { Written, WrittenForm } from './random-flow-draft.ts';
import { pick, type Random } from './random-form.ts';

const textField = (when: string): Written => ({
  type: 'text',
  label: 'More of it',
  maxLength: 60,
  required: true,
  when,
});

/** The pairs of conditions on the fields of a form that are known. */
function knownIn({ at }: RandomFlow, { fields }: WrittenForm): readonly KnownValue[] {
  const all = new Map(Object.values(at).flatMap(({ known }) => known.map((each) => [each.name, each] as const)));
  return Object.keys(fields).flatMap((name) => all.get(name) ?? []);
}

/** Comparisons that the values of a field exclude. */
function beyond(name: string, field: Written): readonly string[] {
  const { type, min, max, options } = field as { type: string; min?: number; max?: number; options?: Written[] };
  const [low, high] = {
    scale: [1, 5],
    rating: [1, 5],
    nps: [0, 10],
    currency: [(min ?? 0) * 100, (max ?? 0) * 100],
  }[type] ?? [min, max];
  if (type === 'choice' || type === 'dropdown') return [`${name} == 'alpha' && ${name} == 'beta'`];
  if (type === 'choices') return [`size(${name}) > ${options?.length}`];
  if (type === 'date') return [`${name} >= '2031-01-01'`, `${name} > '2020-01-01' && ${name} < '2019-06-01'`];
  if (low === undefined || high === undefined || typeof low !== 'number') return [];
  return [
    `${name} != null && ${name} > ${high}`,
    `default(${name}, ${low}) < ${low}`,
    `${name} != null && ${name} >= ${high} && ${name} < ${low + 1}`,
  ];
}

/** A field whose condition no answers meet. */
export const hiddenField: PlantMistake = (flow, random) => {
  const found = oneOfSome(
    random,
    flow.forms.flatMap((form) =>
      Object.entries(form.fields).flatMap(([name, field]) => {
        const conditions = beyond(name, field);
        return conditions.length === 0 ? [] : [{ form, name, conditions }];
      }),
    ),
  );
  if (found === null) return null;
  const { form, name, conditions } = found;
  form.fields['planted'] = textField(pick(random, conditions));
  const path = ['fields', 'planted', 'when'];
  return { places: [{ form: form.form, path }], codes: ['condition-never'], says: [name] };
};

/** A field that is shown after the answer to a field that is never shown. */
export const dependentField: PlantMistake = (flow, random) => {
  const form = oneOfSome(
    random,
    flow.forms.filter((each) => knownIn(flow, each).some(({ pairs }) => pairs.length > 0)),
  );
  const pair = form === null ? null : pairOf(random, knownIn(flow, form));
  if (form === null || pair === null) return null;
  const never = pair.map(({ text }) => grouped(text)).join(' && ');
  const kinds: readonly (readonly [field: Written, when: string])[] = [
    [textField(never), "planted != ''"],
    [
      { type: 'number', label: 'How many?', min: 1, max: 9, required: true, when: never },
      'planted != null && planted >= 3',
    ],
    [{ type: 'yes-no', label: 'Really?', required: true, when: never }, "planted == 'yes'"],
    [{ type: 'checkbox', label: 'Really', required: false, when: never }, 'planted'],
  ];
  const [field, when] = pick(random, kinds);
  form.fields['planted'] = field;
  form.fields['dependent'] = textField(when);
  const path = ['fields', 'dependent', 'when'];
  return { places: [{ form: form.form, path }], codes: ['condition-never'], says: ['planted', 'never shown'] };
};

interface Quiz {
  readonly count: number;
  readonly scale: readonly number[];
  readonly computed: Record<string, Written>;
}

function quizOf({ flow }: RandomFlow): Quiz | null {
  const set = (flow['questions'] as Record<string, { items: { options: { value: number }[] }[] }> | undefined)?.[
    'questions'
  ];
  const [first] = set?.items ?? [];
  if (set === undefined || first === undefined) return null;
  const scale = first.options.map(({ value }) => value);
  return { count: set.items.length, scale, computed: flow['computed'] as Record<string, Written> };
}

const sumsOfQuiz = ({ count, scale }: Quiz): readonly number[] => {
  let sums = new Set([0]);
  for (let index = 0; index < count; index += 1)
    sums = new Set([...sums].flatMap((sum) => scale.map((value) => sum + value)));
  return [...sums].sort((one, other) => one - other);
};

/** A range between two neighbours of the values that answers give, or above them. */
export const emptyBand: PlantMistake = (flow, random) => {
  const quiz = quizOf(flow);
  const total = (flow.flow['computed'] as Record<string, Written> | undefined)?.['total'];
  if (total !== undefined && random() < 0.5) return emptyTotal(flow, random);
  if (quiz === null) return null;
  const best = quiz.count * Math.max(...quiz.scale);
  const isPercent = random() < 0.5;
  const sums = sumsOfQuiz(quiz);
  const values = isPercent ? sums.map((sum) => Math.floor((100 * sum) / best + 0.5)) : sums;
  const gaps = values.flatMap((value, index) => {
    const above = values[index + 1];
    return above === undefined || above - value < 2 ? [] : [[value, above] as const];
  });
  const gap = oneOfSome(random, gaps);
  if (gap === null) return null;
  quiz.computed['planted'] = {
    classify: isPercent ? 'score' : 'sum(answers)',
    ranges: { TOP: `>= ${gap[1]}`, EMPTY: `>= ${gap[0] + 1}`, REST: 'otherwise' },
  };
  const path = ['computed', 'planted', 'ranges', 'EMPTY'];
  return { places: [{ path }], codes: ['band-unanswered'], says: ['EMPTY'] };
};

/** A range that no sum of numbers reaches. */
function emptyTotal(flow: RandomFlow, random: Random) {
  const computed = flow.flow['computed'] as Record<string, Written>;
  const limit = 1_000_000 + Math.floor(random() * 1000);
  computed['planted'] = { classify: 'total', ranges: { EMPTY: `>= ${limit}`, SOME: '>= 1', REST: 'otherwise' } };
  const path = ['computed', 'planted', 'ranges', 'EMPTY'];
  return { places: [{ path }], codes: ['band-unanswered'], says: ['EMPTY'] };
}

/** Ranges that cover each other. */
export const coveredBands: PlantMistake = (flow, random) => {
  const quiz = quizOf(flow);
  if (quiz === null) return null;
  const [low, high] = [10 + Math.floor(random() * 30), 60 + Math.floor(random() * 30)];
  const [ranges, code] = pick(random, [
    [{ HIGH: `>= ${low}`, COVERED: `>= ${high}`, LOW: 'otherwise' }, 'band-unreachable'],
    [{ LOW: `< ${high}`, COVERED: `< ${low}`, HIGH: 'otherwise' }, 'band-unreachable'],
    [{ HIGH: `>= ${low}`, COVERED: `<= ${high}`, LOW: 'otherwise' }, 'band-overlap'],
    [{ LOW: `<= ${high}`, COVERED: `> ${low}`, HIGH: 'otherwise' }, 'band-overlap'],
  ] as const);
  quiz.computed['planted'] = { classify: 'score', ranges };
  const path = ['computed', 'planted', 'ranges', 'COVERED'];
  return { places: [{ path }], codes: [code], says: ['COVERED'] };
};

/** A pillar that is never the lowest. */
export const highPillar: PlantMistake = (flow, random) => {
  const quiz = quizOf(flow);
  if (quiz === null) return null;
  const best = Math.max(...quiz.scale);
  const pillars = pick(random, [
    { FIRST: 'answers[0]', NEVER: 'answers[0] + answers[1]' },
    { FIRST: 'answers[0]', SECOND: 'answers[1]', NEVER: `answers[1] + ${best}` },
    { FIRST: 'answers[0]', NEVER: `answers[1] + ${best + 1}` },
    { FIRST: 'answers[0]', SECOND: 'answers[1]', NEVER: 'max(answers[0], answers[1])' },
    { FIRST: 'answers[0]', SECOND: 'answers[1]', NEVER: `answers[0] * 2 + ${best}` },
  ]);
  quiz.computed['planted'] = { lowest: pillars };
  const path = ['computed', 'planted', 'lowest', 'NEVER'];
  return { places: [{ path }], codes: ['lowest-never'], says: ['NEVER'] };
};

/** Answers that nothing reads or sends: those of a field, or of a set of questions. */
export const unreadAnswers: PlantMistake = (flow, random) =>
  random() < 0.5 ? unsentField(flow, random) : unreadSet(flow);

function unsentField(flow: RandomFlow, random: Random) {
  const lead = flow.intakes[flow.id] as Written;
  const more = (lead['moreForms'] as string[] | undefined) ?? [];
  const text = JSON.stringify(flow.flow);
  const found = oneOfSome(
    random,
    flow.forms.filter(
      ({ form, fields }) =>
        more.includes(form) && Object.keys(fields).some((name) => !new RegExp(`\\b${name}\\b`).test(text)),
    ),
  );
  const step = Object.entries(flow.flow.steps).find(([, { form }]) => form === found?.form);
  if (found === null || step === undefined) return null;
  const rest = more.filter((form) => form !== found.form);
  if (rest.length === 0) delete lead['moreForms'];
  else lead['moreForms'] = rest;
  const unread = Object.keys(found.fields).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  return { places: [{ path: ['steps', step[0], 'form'] }], codes: ['field-unposted'], says: unread.slice(0, 1) };
}

function unreadSet(flow: RandomFlow) {
  const { flow: data } = flow;
  const { steps } = data;
  data['data'] = { ...(data['data'] as object), opinions: { type: 'list', of: 'number', length: 2 } };
  const items = ['first', 'second'].map((id) => ({
    ...{ id, question: `What of the ${id}?` },
    options: [
      { value: 0, label: 'Bad' },
      { value: 1, label: 'Good' },
    ],
  }));
  data['questions'] = { ...(data['questions'] as object), opinions: { saveAs: 'opinions', items } };
  const start = String(data['start']);
  const first = steps[start] as Written;
  const entry: Written = { path: [`/${flow.id}`], title: `Flow ${flow.id}` };
  for (const key of ['path', 'title']) delete first[key];
  steps['opinions'] = {
    ...entry,
    ask: 'opinions',
    onEmpty: { alert: 'Choose one.' },
    show: [{ type: 'question', next: 'Next', previous: 'Before', finish: 'Finish' }],
    next: start,
  };
  data['start'] = 'opinions';
  const paths = [
    ['steps', 'opinions', 'ask'],
    ['questions', 'opinions', 'saveAs'],
  ];
  return { places: paths.map((path) => ({ path })), codes: ['answers-unread'], says: ['opinions'] };
}

/** A statement that cannot be broken, or that is broken by everybody, because of its condition. */
export const emptyStatement: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  const pair = junction === null ? null : pairOf(random, junction.known);
  if (junction === null || pair === null) return null;
  const [one, other] = pair.map(({ text }) => grouped(text)) as [string, string];
  const kind = pick(random, ['always', 'never'] as const);
  // A comparison does not hold for a visitor without the value.
  const isSettled = pair.some((each) => !needsAnswer(each, junction.visitors)) && /field/.test(one);
  const [when, code] =
    isSettled && random() < 0.5
      ? [`${one} || ${other}`, 'condition-always']
      : [`${one} && ${other}`, 'condition-never'];
  const all = [...((flow.flow[kind] as Written[] | undefined) ?? [])];
  all.push({ at: [junction.targets[0]], when, message: 'This is so.' });
  flow.flow[kind] = all;
  const path = [kind, all.length - 1, 'when'];
  return { places: [{ path }], codes: [code], says: namedOf(one) };
};

/** A score that is divided by something other than its maximum. */
export const wrongMaximum: PlantMistake = (flow, random) => {
  const quiz = quizOf(flow);
  if (quiz === null) return null;
  const best = quiz.count * Math.max(...quiz.scale);
  const wrong = Math.max(1, best + pick(random, [-Math.min(5, best - 1), 5, 10, best]));
  quiz.computed['score'] = { value: `percent(sum(answers), ${wrong})` };
  const path = ['computed', 'score', 'value'];
  return { places: [{ path }], codes: ['score-maximum'], says: [String(best), String(wrong)] };
};
