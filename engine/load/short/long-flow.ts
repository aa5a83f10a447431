/** Flows in long files: questions with a type, and branches after a question, a form or a delay. */
import type { Field, FlowFile, Step } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { dataOf } from '../source/file-data.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import { branchStep, idFor, isSplit } from './branches.ts';
import type { Defaults } from './defaults.ts';
import { fieldOfWord, shortFields } from './fields.ts';
import { checkQuestionOrder } from './question-order.ts';
import {
  type AskedScreen,
  formsOfScreens,
  isUntyped,
  type PlacedQuestion,
  placedAnswers,
  type Stop,
  screensOfQuestions,
  stopsOf,
  type WriteField,
} from './question-screens.ts';
import { askingSteps } from './question-steps.ts';
import { checkRequired } from './requirement.ts';

const flowOf = (source: Source): FlowFile => dataOf(source, 'flow');

/** The ids of the sets with a question that has a type, or with a statement. */
const writtenSets = ({ questions = {} }: FlowFile): ReadonlySet<string> =>
  new Set(Object.keys(questions).filter((id) => !questions[id]?.items.every(isUntyped)));

/** Whether a flow has questions with a type, statements, or a step that branches after it has asked or waited. */
export const isWrittenShort = (source: Source): boolean =>
  writtenSets(flowOf(source)).size > 0 || Object.values(flowOf(source).steps).some(isSplit);

const writerOf =
  (defaults: Defaults): WriteField =>
  (name, field, path, when, isTitled) => {
    const whole = typeof field === 'string' ? fieldOfWord(field, defaults.texts) : field;
    return shortFields(name, (when === undefined ? whole : { ...whole, when }) as Field, path, defaults, isTitled);
  };

/** A set with questions that have a type, or with statements. */
interface WrittenSet {
  /** Its questions without a type. */
  readonly plain: readonly PlacedQuestion[];
  readonly stops: readonly Stop[];
  readonly screens: readonly AskedScreen[];
  /** The form that contains all of its fields; undefined without any. */
  readonly form: unknown;
}

const placedIn = (source: Source, id: string): readonly PlacedQuestion[] =>
  (flowOf(source).questions?.[id]?.items ?? []).map((question, index) => ({
    question,
    path: ['questions', id, 'items', index],
  }));

function checkSet(source: Source, id: string, defaults: Defaults, report: Report): void {
  const placed = placedIn(source, id);
  const sends = Object.values(flowOf(source).steps).some(({ ask, submit }) => ask === id && submit !== undefined);
  checkQuestionOrder(source, placed, sends, report);
  checkRequired(source, placedAnswers(placed), report, defaults);
  if (flowOf(source).questions?.[id]?.saveAs === undefined && placed.some(({ question }) => isUntyped(question)))
    report.add('question-shape', source, source.place(['questions', id], { key: true }), {
      reason: 'Its questions without a type need a list for their answers.',
      fix: 'Add saveAs: answers, and answers: { type: list, of: number } under data:.',
    });
}

function writtenSet(source: Source, id: string, defaults: Defaults): WrittenSet {
  const placed = placedIn(source, id);
  const form = `${flowOf(source).flow}-${id}`;
  const screens = screensOfQuestions(placed, form, writerOf(defaults));
  const fields = Object.assign({}, ...screens.map(({ conditional }) => conditional)) as object;
  const plain = placed.filter(({ question }) => isUntyped(question));
  const { saveAs, consent } = flowOf(source).questions?.[id] ?? {};
  const lists = plain.length === 0 || saveAs === undefined ? undefined : { [saveAs]: plain.length };
  const whole =
    screens.length === 0
      ? undefined
      : because(['questions', id], {
          form,
          fields,
          consent: consent === undefined ? undefined : copied(['questions', id, 'consent'], consent),
          lists,
        });
  return { plain, screens, stops: stopsOf(placed, screens), form: whole };
}

/** Checks that the questions of a flow can be asked. */
export function checkFlowSets(source: Source, defaults: Defaults, report: Report): void {
  for (const id of writtenSets(flowOf(source))) checkSet(source, id, defaults, report);
}

/** Writes a flow out whose questions can be asked: the flow, and the forms of its questions. */
export function writeFlow(source: Source, defaults: Defaults, report: Report): readonly Source[] {
  const flow = flowOf(source);
  const sets = new Map([...writtenSets(flow)].map((id) => [id, writtenSet(source, id, defaults)]));
  const steps = Object.entries(flow.steps).flatMap(([id, step]): [string, unknown][] => {
    const from: DataPath = ['steps', id];
    const set = sets.get(step.ask ?? '');
    if (!isSplit(step) && set === undefined) return [[id, copied(from, step)]];
    const { branch, ...asking } = step;
    const branches = idFor(id, flow.steps);
    const next = branch === undefined ? copied([...from, 'next'], step.next) : because([...from, 'branch'], branches);
    const own: [string, unknown][] =
      set === undefined ? [[id, copied(from, { ...asking, next })]] : askingSteps({ ...stepsOf(id, step, set), next });
    return branch === undefined ? own : [...own, [branches, branchStep(source, id, step, report)]];
  });
  const { questions, ...others } = flow;
  const kept = Object.entries(questions ?? {}).flatMap(([id, each]): [string, unknown][] => {
    const set = sets.get(id);
    const at: DataPath = ['questions', id];
    if (set === undefined) return [[id, copied(at, each)]];
    const items = set.plain.map(({ question, path }) => copied(path, question));
    return items.length === 0 ? [] : [[id, copied(at, { ...each, items })]];
  });
  const written = copied([], {
    ...others,
    questions: kept.length === 0 ? undefined : Object.fromEntries(kept),
    steps: Object.fromEntries(steps),
  });
  const made = (kind: 'flow' | 'form') => (marked: unknown) => {
    const { data, origins } = separate(marked);
    return source.made(kind, data as Record<string, unknown>, origins);
  };
  const forms = [...sets.values()].flatMap(({ form, screens }) =>
    form === undefined ? [] : [form, ...formsOfScreens(screens)],
  );
  return [made('flow')(written), ...forms.map(made('form'))];
}

/** What the steps of a set have of the step that asks it. */
function stepsOf(id: string, step: Step, { stops }: WrittenSet) {
  const from: DataPath = ['steps', id];
  const pick = (keys: readonly (keyof Step)[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      keys.flatMap((key) => (step[key] === undefined ? [] : [[key, copied([...from, key], step[key])]])),
    );
  return {
    id,
    first: pick(['path', 'query', 'fallback', 'track', 'aliases']),
    all: pick(['title', 'description', 'search']),
    titlePrefix: step.titlePrefix,
    plain: pick(['ask', 'onEmpty', 'onError']),
    stops,
    last: pick(['submit', 'log', 'notify']),
    show: step.show ?? [],
    made: (path: DataPath, value: unknown) => because([...from, ...path], value),
    kept: (path: DataPath, value: unknown) => copied([...from, ...path], value),
  };
}
