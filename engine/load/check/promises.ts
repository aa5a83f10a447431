/** Checks what the texts of a flow promise of its questions on all ways: how many there are, and how long they take. */
import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Claim } from '../../errors/problem.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { demandsValue } from '../../rules/demands.ts';
import { askedItems } from '../../steps/ask/items.ts';
import { secondsOfUnits } from '../../values/time-units.ts';
import type { AnnotatedValue, Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { questionSets, setCountedBy } from './question-sets.ts';
import type { FlowReach } from './reach.ts';
import { countsIn } from './text-counts.ts';
import { type WeighedWay, wayLengths } from './way-lengths.ts';

/** The shortest time in which a visitor reads a question and answers it. */
const secondsPerAnswer = 3;

/** A flow whose ways are known. */
interface PromisedFlow {
  readonly draft: Draft;
  readonly source: Source<FlowFile>;
  readonly forms: readonly FormDefinition[];
  readonly reach: FlowReach;
  /** The texts of its steps. */
  readonly texts: readonly AnnotatedValue[];
  /** The key of the place at which visitors begin. */
  readonly start: string;
}

/** Reports numbers of questions that some way does not have, and times that some way exceeds. */
export function checkPromises(
  draft: Draft,
  source: Source<FlowFile>,
  forms: readonly FormDefinition[],
  reach: FlowReach,
): void {
  const [start] = reach.places.keys();
  if (start === undefined || !reach.isComplete) return;
  const texts = draft
    .contents(source)
    .annotated.filter(({ kind, path }) => (kind === 'text' || kind === 'prose') && path[0] === 'steps');
  const promised: PromisedFlow = { draft, source, forms, reach, texts, start };
  checkQuestions(promised);
  checkTimes(promised);
}

function checkQuestions({ draft, source, reach, texts, start }: PromisedFlow): void {
  const sets = questionSets(source.data, texts);
  if (sets.length === 0) return;
  for (const { path, at, number, word, fact } of countsIn(draft, texts)) {
    const set = setCountedBy(word, sets);
    const lengths = set === undefined ? null : wayLengths(reach.places, start, (step) => set.steps.get(step) ?? 0);
    if (set === undefined || lengths === null || (set.isWhole && number !== set.count)) continue;
    const { least, most } = lengths;
    const place = source.place(path, at);
    const written = `${number} ${word}`;
    if (number < least.weight || number > most.weight) {
      draft.report.add('count-differs', source, place, { written, set: set.id, count: most.weight, fact });
      continue;
    }
    const other = number === least.weight ? most : least;
    if (other.weight === number) continue;
    const claim = claimOf(source, other, [...set.steps.keys()]);
    draft.report.add('count-skipped', source, place, { written, count: other.weight, claim });
  }
}

function checkTimes({ draft, source, forms, reach, texts, start }: PromisedFlow): void {
  const units = secondsOfUnits(draft.site.data.locale);
  const answers = answersOf(source.data, forms);
  const early = stepsUpTo(reach, start, (step) => answers(step) > 0);
  const most = wayLengths(reach.places, start, answers)?.most;
  if (most === undefined) return;
  for (const { path, at, number, word } of countsIn(draft, texts)) {
    const seconds = number * (units.get(word.toLowerCase()) ?? Number.POSITIVE_INFINITY);
    // A time that is named later may be that of something else.
    if (!early.has(String(path[1])) || most.weight * secondsPerAnswer <= seconds) continue;
    const asking = Object.keys(source.data.steps).filter((step) => answers(step) > 0);
    draft.report.add('time-short', source, source.place(path, at), {
      ...{ written: `${number} ${word}`, answers: most.weight, seconds: secondsPerAnswer * most.weight },
      claim: claimOf(source, most, asking),
    });
  }
}

/** How many answers each step demands. */
const answersOf =
  ({ steps, questions }: FlowFile, forms: readonly FormDefinition[]) =>
  (id: string): number => {
    const { form, ...step } = steps[id] ?? {};
    if (form === undefined) return askedItems(step as { ask?: string }, questions).length;
    const fields = forms.find((each) => each.id === form)?.fields ?? [];
    return fields.filter(({ when, rules }) => when === undefined && demandsValue(rules)).length;
  };

/** The steps that visitors see up to the first one of some steps. */
function stepsUpTo({ places }: FlowReach, start: string, isLast: (step: string) => boolean): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const place = places.get(key);
    if (place === undefined || seen.has(key)) continue;
    seen.add(key);
    if (!isLast(place.step)) open.push(...place.ahead);
  }
  return new Set([...seen].map((key) => places.get(key)?.step ?? ''));
}

/** The claim that a visitor can take a way. @param counted the steps of which no others are on it */
function claimOf({ data: { flow } }: Source<FlowFile>, { steps }: WeighedWay, counted: readonly string[]): Claim {
  const without = counted.filter((step) => !steps.includes(step));
  // Where other steps are left out, they are so up to the end.
  const last = without.length > 0 ? steps.length - 1 : steps.findLastIndex((step) => counted.includes(step));
  return {
    flow,
    through: steps.filter((step, index) => index === 0 || index === last || counted.includes(step)),
    without,
  };
}
