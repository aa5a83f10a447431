/**
 * Computed values of a funnel in one file in the conditions of its questions. A form checks these conditions by the answers
 * alone, so each value is replaced by its expression over them.
 */
import type { Compute, FunnelFile } from '../../../schemas/generated/types.ts';
import { because } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { literal, withNames } from './names.ts';
import { hasPoints, mostPoints, pointsText } from './points.ts';
import { fieldsAsked, writtenQuestions } from './question-screens.ts';

/** The first name whose comparison holds; the last one otherwise. */
const firstOf = (ways: readonly (readonly [name: string, condition: string])[]): string =>
  ways
    .map(([name, condition], index) =>
      index === ways.length - 1 ? literal(name) : `${condition} ? ${literal(name)} : `,
    )
    .join('');

/** The points of answers as an expression. Unknown answers are reported where the value is computed. */
function sumText(funnel: FunnelFile, { points = [], percent }: Compute, { minor }: Defaults): string {
  const fields = fieldsAsked(writtenQuestions(funnel));
  const scored = points.flatMap((name) => {
    const field = fields[name];
    if (name === 'answers') return [{ text: 'sum(answers)', most: 0 }];
    if (typeof field !== 'object' || !hasPoints(field)) return [];
    return [{ text: pointsText(name, field, minor), most: mostPoints(field) }];
  });
  const sum = scored.map(({ text }) => text).join(' + ') || '0';
  const most = scored.reduce((total, each) => total + each.most, 0);
  return percent === true && most > 0 ? `percent(${sum}, ${most})` : sum;
}

/** A computed value as an expression. */
function textOfValue(funnel: FunnelFile, compute: Compute, defaults: Defaults): string {
  const { value, classify, ranges = {}, lowest, points } = compute;
  if (classify !== undefined)
    return firstOf(Object.entries(ranges).map(([name, comparison]) => [name, `(${classify}) ${comparison}`]));
  if (lowest !== undefined) {
    const numbers = Object.values(lowest).map((each) => `(${each})`);
    return firstOf(
      Object.keys(lowest).map((name, index) => [
        name,
        numbers
          .slice(index + 1)
          .map((other) => `${numbers[index]} <= ${other}`)
          .join(' && '),
      ]),
    );
  }
  return points === undefined ? String(value) : sumText(funnel, compute, defaults);
}

/** What conditions of questions are written in: those of a round and of a way to another question included. */
interface ConditionHolder {
  readonly when?: string;
  readonly next?: readonly { readonly when?: string }[];
  readonly questions?: readonly ConditionHolder[];
}

/** A question whose conditions have expressions in place of computed values. */
function withValues<Of extends object>(question: Of, path: DataPath, values: ReadonlyMap<string, string>): Of {
  const { when, next, questions } = question as ConditionHolder;
  const now = when === undefined ? when : withNames(when, values);
  return {
    ...question,
    ...(now === when ? {} : { when: because([...path, 'when'], now) }),
    ...(questions === undefined
      ? {}
      : { questions: questions.map((each, index) => withValues(each, [...path, 'questions', index], values)) }),
    ...(next === undefined
      ? {}
      : {
          next: next.map((way) =>
            way.when === undefined ? way : { ...way, when: withNames(String(way.when), values) },
          ),
        }),
  };
}

/** A funnel whose conditions of questions read answers only. */
export function withoutComputed(funnel: FunnelFile, defaults: Defaults): FunnelFile {
  const { computed = {}, questions = [] } = funnel;
  const values = new Map<string, string>();
  for (const [name, compute] of Object.entries(computed))
    values.set(name, `(${withNames(textOfValue(funnel, compute, defaults), values)})`);
  if (values.size === 0 || questions.length === 0) return funnel;
  return {
    ...funnel,
    questions: questions.map((question, index) => withValues(question, ['questions', index], values)),
  };
}
