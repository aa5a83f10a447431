/**
 * Rounds of questions (`forEach` among `questions`): one for each option that a visitor has chosen. They are written out as
 * questions with a condition for every option, so that there are never more rounds than options.
 */
import type { AskedQuestion, Field, Option, Rounds } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import { type Item, literal, withNames, withNamesInText } from './names.ts';

/** A question that belongs to a round. */
export interface InRound extends AskedQuestion {
  readonly round?: {
    /** The place of its rounds among the questions; all rounds count as one for the progress. */
    readonly place: number;
    /** Begins the names of the answers of the round. */
    readonly of: string;
    /** Whether the question has a condition of its own, besides that of its round. */
    readonly conditional: boolean;
  };
}

const isRounds = (item: object): item is Rounds => 'forEach' in item;

/** The word of an option in the names of its round. */
export const roundWord = (value: string): string => value.replace(/[^A-Za-z0-9]+/g, '_');

/** A list of questions, with its place. */
interface List {
  readonly items: readonly object[];
  readonly path: DataPath;
}

function listsIn({ kind, data }: Source): readonly List[] {
  const questions = data['questions'] ?? {};
  if (kind === 'funnel')
    return [{ items: Array.isArray(questions) ? (questions as object[]) : [], path: ['questions'] }];
  if (kind !== 'flow') return [];
  return Object.entries(questions as Readonly<Record<string, { items: readonly object[] }>>).map(([id, { items }]) => ({
    items,
    path: ['questions', id, 'items'],
  }));
}

/** Whether a flow, or a funnel in one file, has rounds. */
export const hasRounds = (source: Source): boolean => listsIn(source).some(({ items }) => items.some(isRounds));

/** Writes the rounds of a file out. Null if one of them is mistaken, which is reported. */
export function writeRounds(source: Source, report: Report): Source | null {
  const written = listsIn(source).map(({ items, path }) => ({
    path,
    items: questionsOf({ items, path }, source, report),
  }));
  if (report.failed) return null;
  const questions =
    source.kind === 'funnel'
      ? written[0]?.items
      : Object.fromEntries(
          written.map(({ path, items }) => {
            const id = String(path[1]);
            const set = (source.data['questions'] as Readonly<Record<string, object>>)[id];
            return [id, copied(['questions', id], { ...set, items })];
          }),
        );
  const { data, origins } = separate(copied([], { ...source.data, questions }));
  return source.made(source.kind, data as Record<string, unknown>, origins);
}

/** The questions and fields of a list, by name. */
const fieldsIn = (items: readonly object[]): readonly [string, Partial<Field>][] =>
  items.flatMap((item): [string, Partial<Field>][] => {
    const { name, fields: own } = item as AskedQuestion;
    return own === undefined ? [[name ?? '', item as Partial<Field>]] : Object.entries(own as Record<string, Field>);
  });

/** The options of the questions and fields with several choices, by name. */
function choicesIn(items: readonly object[]): ReadonlyMap<string, readonly Option[]> {
  const fields = fieldsIn(items);
  return new Map(
    fields.flatMap(([name, { type, options }]) => (type === 'choices' && options ? [[name, options]] : [])),
  );
}

function questionsOf({ items, path }: List, source: Source, report: Report): unknown[] {
  return items.flatMap((item, index) => {
    const at = [...path, index];
    if (!isRounds(item)) return [copied(at, item)];
    const mistake = (reason: string, fix: string): [] => {
      report.add('question-shape', source, source.place([...at, 'forEach']), { reason, fix });
      return [];
    };
    const lists = choicesIn(items.slice(0, index));
    const options = lists.get(item.forEach)?.filter(({ exclusive }) => exclusive === undefined);
    const isGroup = fieldsIn(items).some(([name, { type }]) => name === item.forEach && type === 'repeat');
    if (isGroup)
      return mistake(
        `An entry of ${item.forEach} can be removed, and the entries after it get other numbers. Answers outside of the group would then belong to another entry.`,
        `Ask it for each entry: move these questions into the fields of ${item.forEach}.`,
      );
    if (options === undefined)
      return mistake(
        `${item.forEach} is no question above with several choices.`,
        lists.size === 0
          ? 'Add a question of type choices above, with a name and options.'
          : `Write ${[...lists.keys()].join(' or ')}, or move the question of that name above.`,
      );
    const words = options.map(({ value }) => roundWord(value));
    const twice = words.findIndex((word, place) => words.indexOf(word) !== place);
    if (twice >= 0)
      return mistake(
        `The options ${options[words.indexOf(words[twice] as string)]?.value} and ${options[twice]?.value} give answers of the same name.`,
        'Write values that differ in their letters or digits.',
      );
    return options.flatMap((option, place) => roundOf(item, option, `${item.forEach}_${words[place]}`, at, index));
  });
}

/** The questions of one round. @param prefix begins the names of its answers */
function roundOf(rounds: Rounds, { value, label }: Option, prefix: string, at: DataPath, place: number): unknown[] {
  const { forEach, questions, when } = rounds;
  const item: Item = { value, label: String(label) };
  const own = questions.flatMap(({ name, fields = {} }) => [
    ...(name === undefined ? [] : [name]),
    ...Object.keys(fields),
  ]);
  const names = new Map(own.map((name) => [name, `${prefix}_${name}`]));
  const isChosen = `${literal(value)} in ${forEach}`;
  return questions.map((question, index) => {
    const path = [...at, 'questions', index];
    const { name, fields, when: asked, ...others } = inRound(question, path, names, item) as Record<string, unknown>;
    const conditions = [when, question.when].flatMap((each) =>
      each === undefined ? [] : [`(${withNames(String(each), names, item)})`],
    );
    return copied(path, {
      ...others,
      ...(name === undefined ? {} : { name: names.get(question.name as string) }),
      ...(fields === undefined
        ? {}
        : {
            fields: Object.fromEntries(
              Object.entries(fields as object).map(([each, field]) => [
                names.get(each),
                copied([...path, 'fields', each], field),
              ]),
            ),
          }),
      when: because(
        asked === undefined ? [...at, 'forEach'] : [...path, 'when'],
        [isChosen, ...conditions].join(' && '),
      ),
      round: { place, of: prefix, conditional: question.when !== undefined },
    });
  });
}

/** A part of a question with the names and texts of a round. What changes is marked as made from there. */
function inRound(value: unknown, path: DataPath, names: ReadonlyMap<string, string>, item: Item): unknown {
  const key = path.at(-1);
  if (typeof value === 'string') {
    const now =
      key === 'when'
        ? withNames(value, names, item)
        : key === 'field' || (key === 'to' && path.at(-3) === 'next')
          ? (names.get(value) ?? value)
          : withNamesInText(value, names, item);
    return now === value ? value : because(path, now);
  }
  if (Array.isArray(value)) return value.map((each, index) => inRound(each, [...path, index], names, item));
  if (typeof value !== 'object' || value === null) return value;
  const isComputed = (value as { type?: unknown }).type === 'computed';
  return Object.fromEntries(
    Object.entries(value).map(([each, part]) => {
      const at = [...path, each];
      if (isComputed && each === 'value' && typeof part === 'string')
        return [each, because(at, withNames(part, names, item))];
      return [each, inRound(part, at, names, item)];
    }),
  );
}
