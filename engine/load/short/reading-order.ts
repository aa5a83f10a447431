/** Reports what a question or a statement of a funnel in one file reads although it is answered only later. */
import type { Compute, FunnelFile } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { chainsIn } from '../../expressions/index.ts';
import { holesIn } from '../../values/inline.ts';
import type { DataPath, Source } from '../source/source.ts';
import { isStatement, isUntyped, type PlacedQuestion, placedAnswers } from './question-screens.ts';

/** A name that is read, with the place at which its value is known: the index of its question, or one after all of them. */
interface NameUse {
  readonly name: string;
  readonly at: number;
}

const namesOf = (code: string): string[] => chainsIn(code).flatMap(({ names: [name] }) => name ?? []);

const codesOf = ({ value, classify, lowest = {} }: Compute): string[] =>
  [value, classify, ...Object.values(lowest)].flatMap((code) => (code === undefined ? [] : [String(code)]));

/** Finds the last answer that a name depends on; undefined for one that is no answer. */
function knowledgeOf(funnel: FunnelFile, questions: readonly PlacedQuestion[]): (name: string) => NameUse | undefined {
  const after = questions.length;
  const answers = new Map<string, number>();
  questions.forEach((placed, index) => {
    if (isUntyped(placed.question)) answers.set('answers', index);
    for (const { name } of placedAnswers([placed])) answers.set(name, index);
  });
  for (const name of Object.keys(funnel.fields ?? {})) answers.set(name, after);
  if (funnel.results !== undefined) for (const name of ['score', 'result', 'maxScore']) answers.set(name, after);
  const known = new Map<string, NameUse | undefined>();
  const find = (name: string): NameUse | undefined => {
    if (known.has(name)) return known.get(name);
    // A value that reads itself is reported where it is computed.
    known.set(name, undefined);
    const compute = funnel.computed?.[name];
    const own =
      compute === undefined ? partOf(name) : lastOf([...codesOf(compute).flatMap(namesOf), ...(compute.points ?? [])]);
    known.set(name, own);
    return own;
  };
  const lastOf = (names: readonly string[]): NameUse | undefined =>
    names
      .flatMap((name) => find(name) ?? [])
      .reduce<NameUse | undefined>((last, each) => (last !== undefined && last.at >= each.at ? last : each), undefined);
  /** An answer, or a part of one, such as `office_city`. */
  const partOf = (name: string): NameUse | undefined => {
    for (let own = name; own !== ''; own = own.replace(/_?[^_]*$/, '')) {
      const at = answers.get(own);
      if (at !== undefined) return { name, at };
    }
    return undefined;
  };
  return find;
}

/** Checks the conditions and the texts of a funnel's questions and statements. */
export function checkReadingOrder(
  source: Source,
  funnel: FunnelFile,
  questions: readonly PlacedQuestion[],
  report: Report,
): void {
  const known = knowledgeOf(funnel, questions);
  const reported = new Set<string>();
  /** @param last the index of the last question whose answer can be read */
  const check = (code: string, path: DataPath, last: number, isAny: boolean, here: number): void => {
    for (const name of namesOf(code)) {
      const read = known(name);
      const isComputed = funnel.computed?.[name] !== undefined;
      if (read === undefined || read.at <= last || !(isComputed || isAny)) continue;
      const place = source.place(path);
      const key = `${place.offset} ${name}`;
      if (reported.has(key)) continue;
      reported.add(key);
      const whole = isComputed && read.name !== name ? `${name} reads ${read.name}, which` : name;
      const when =
        read.at > questions.length - 1 && ['score', 'result', 'maxScore'].includes(read.name)
          ? 'is known only after all questions'
          : read.name === 'answers'
            ? 'is complete only below the last question without a type'
            : read.at === here
              ? 'is answered here'
              : 'is asked below';
      report.add('question-shape', source, place, {
        reason: `${whole} ${when}, so it has no value yet.`,
        fix: 'Read answers from above, or move this below the question.',
      });
    }
  };
  questions.forEach(({ question, path }, index) => {
    const { when, next = [] } = question as { when?: unknown; next?: readonly { when?: unknown }[] };
    if (when !== undefined) check(String(when), [...path, 'when'], index - 1, isStatement(question), index);
    next.forEach((way, at) => {
      if (way.when !== undefined) check(String(way.when), [...path, 'next', at, 'when'], index, false, index);
    });
    for (const key of ['question', 'hint', 'label', 'statement', 'text', 'button']) {
      const text = (question as Readonly<Record<string, unknown>>)[key];
      if (typeof text !== 'string') continue;
      for (const { code } of holesIn(text)) check(code, [...path, key], index - 1, isStatement(question), index);
    }
  });
}
