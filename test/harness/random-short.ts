/** Random funnels in one file, and a model of what a visitor meets in them. */
import type { Random } from './random-form.ts';

const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;
const chance = (random: Random, share: number): boolean => random() < share;

/** An answer as it is typed or chosen; empty for none. */
export type Answers = Readonly<Record<string, string>>;

/** A comparison with a computed value. */
interface Condition {
  readonly computed: string;
  readonly sign: '>=' | '<';
  readonly limit: number;
}

interface Item {
  readonly kind: 'plain' | 'asked' | 'statement';
  /** Of its answer; that of the screen for a statement. */
  readonly name: string;
  readonly type?: string;
  readonly choices: readonly string[];
  readonly ranges?: readonly { readonly upTo?: number; readonly points: number }[];
  readonly options?: Readonly<Record<string, number>>;
  readonly when?: Condition;
  readonly next?: { readonly when: Condition; readonly to: string };
}

export interface RandomShort {
  readonly file: string;
  readonly items: readonly Item[];
  /** What each computed value adds up: numbers of answers, each times a factor. */
  readonly computed: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly results: Readonly<Record<string, { readonly from?: number; readonly when?: Condition }>>;
}

const codeOf = ({ computed, sign, limit }: Condition): string => `${computed} ${sign} ${limit}`;
const conditionOn = (random: Random, computed: string): Condition => ({
  ...{ computed, sign: pick(random, ['>=', '<'] as const), limit: pick(random, [0, 10, 30, 60, 100]) },
});

function rangesTo(random: Random, max: number | null): NonNullable<Item['ranges']> {
  const bounds = [...new Set([3, 8, 20].filter((each) => max === null || each < max))].filter(() =>
    chance(random, 0.8),
  );
  const all = (bounds.length === 0 ? [2] : bounds).map((upTo) => ({ upTo, points: pick(random, [-2, 0, 3, 7]) }));
  return [...all, { points: pick(random, [0, 5, 10]) }];
}

/** A random funnel. */
export function randomShort(random: Random): RandomShort {
  const items: Item[] = [];
  const computed: Record<string, Record<string, number>> = {};
  const numbers: string[] = [];
  let statements = 0;
  const statement = (when?: Condition): void => {
    statements += 1;
    const name = `questions-statement${statements === 1 ? '' : `-${statements}`}`;
    items.push({ kind: 'statement', name, choices: [], ...(when === undefined ? {} : { when }) });
  };
  if (chance(random, 0.2)) statement();
  const plain = Math.floor(random() * 4);
  for (let index = 0; index < plain; index += 1) {
    items.push({ kind: 'plain', name: `q${index + 1}`, choices: ['0', '5', '10'] });
    if (chance(random, 0.4)) statement();
  }
  const asked = 2 + Math.floor(random() * 4);
  for (let index = 0; index < asked; index += 1) {
    const known = Object.keys(computed);
    const name = `a${index}`;
    const when = known.length > 0 && chance(random, 0.4) ? { when: conditionOn(random, pick(random, known)) } : {};
    const type = pick(random, ['number', 'currency', 'scale', 'nps', 'choice', 'yes-no']);
    if (type === 'choice')
      items.push({
        kind: 'asked',
        name,
        type,
        choices: ['a', 'b'],
        options: { a: pick(random, [0, 4]), b: 9 },
        ...when,
      });
    else if (type === 'yes-no')
      items.push({ kind: 'asked', name, type, choices: ['yes', 'no'], options: { yes: 6, no: 0 }, ...when });
    else {
      numbers.push(name);
      const max = type === 'scale' ? 5 : type === 'nps' ? 10 : null;
      const choices = { scale: ['1', '3', '5'], nps: ['0', '3', '8', '10'] }[type] ?? ['1', '3', '4', '20', '21', ''];
      items.push({ kind: 'asked', name, type, choices, ranges: rangesTo(random, max), ...when });
    }
    if (numbers.length > 0 && chance(random, 0.7)) {
      const read = numbers.filter(() => chance(random, 0.7));
      computed[`c${known.length}`] = Object.fromEntries(read.map((each) => [each, pick(random, [1, 2, 10])]));
    }
    const all = Object.keys(computed);
    if (all.length > 0 && chance(random, 0.4))
      statement(chance(random, 0.6) ? conditionOn(random, pick(random, all)) : undefined);
  }
  const withJumps = items.map((item, index): Item => {
    const later = items.slice(index + 2).filter(({ kind }) => kind === 'asked');
    // A jump reads what is answered up to its question.
    const above = Object.entries(computed).filter(([, read]) =>
      Object.keys(read).every((name) => items.findIndex((each) => each.name === name) <= index),
    );
    if (item.kind !== 'asked' || later.length === 0 || above.length === 0 || !chance(random, 0.4)) return item;
    return { ...item, next: { when: conditionOn(random, pick(random, above)[0]), to: pick(random, later).name } };
  });
  const names = Object.keys(computed);
  const results = {
    high: {
      from: pick(random, [5, 10, 15]),
      ...(names.length > 0 && chance(random, 0.5) ? { when: conditionOn(random, pick(random, names)) } : {}),
    },
    ...(names.length > 0 && chance(random, 0.6) ? { other: { when: conditionOn(random, pick(random, names)) } } : {}),
    low: {},
  };
  return { items: withJumps, computed, results, file: written(withJumps, computed, results) };
}

/** The file, as JSON, which is YAML. */
function written(
  items: RandomShort['items'],
  computed: RandomShort['computed'],
  results: RandomShort['results'],
): string {
  const questions = items.map(({ kind, name, type, choices, ranges, options, when, next }) => {
    const condition = when === undefined ? {} : { when: codeOf(when) };
    if (kind === 'statement') return { statement: `Here, ${name}`, text: 'Go on.', ...condition };
    if (kind === 'plain')
      return {
        question: `What is ${name}?`,
        options: choices.map((value) => ({ value: Number(value), label: `Label ${value}` })),
      };
    const points =
      type === 'yes-no'
        ? { points: options?.['yes'] }
        : options === undefined
          ? { points: ranges }
          : {
              options: Object.entries(options).map(([value, each]) => ({
                value,
                label: value.toUpperCase(),
                points: each,
              })),
            };
    const bounds = type === 'number' ? { min: 0, max: 50 } : {};
    const jump = next === undefined ? {} : { next: [{ when: codeOf(next.when), to: next.to }] };
    return {
      name,
      question: `What is ${name}?`,
      type,
      ...bounds,
      ...points,
      required: !choices.includes(''),
      ...condition,
      ...jump,
    };
  });
  const values = Object.entries(computed).map(([name, read]) => [
    name,
    {
      value:
        Object.entries(read)
          .map(([each, factor]) => `default(${each}, 0) * ${factor}`)
          .join(' + ') || '0',
    },
  ]);
  return JSON.stringify({
    ...{ funnel: 'short', title: 'Short', score: 'points', questions },
    ...(values.length === 0 ? {} : { computed: Object.fromEntries(values) }),
    fields: { mail: 'email' },
    results: Object.fromEntries(
      Object.entries(results).map(([name, { when, ...result }]) => [
        name,
        {
          ...result,
          ...(when === undefined ? {} : { when: codeOf(when) }),
          title: `Now ${name}`,
          text: '{{ score }} of {{ maxScore }}',
        },
      ]),
    ),
  });
}

export interface Met {
  /** The questions and statements, by name, in order. */
  readonly shown: readonly string[];
  readonly answers: Readonly<Record<string, string>>;
  readonly score: number;
  readonly result: string;
}

/** What a visitor meets who decides so at each question. */
export function model({ items, computed, results }: RandomShort, decided: Answers): Met {
  const answers: Record<string, string> = {};
  const sent = (name: string): number =>
    Number(answers[name] || 0) * (items.find((each) => each.name === name)?.type === 'currency' ? 100 : 1);
  const holds = ({ computed: name, sign, limit }: Condition): boolean => {
    const value = Object.entries(computed[name] ?? {}).reduce((sum, [each, factor]) => sum + sent(each) * factor, 0);
    return sign === '>=' ? value >= limit : value < limit;
  };
  const shown: string[] = [];
  let until: string | null = null;
  for (const { kind, name, when, next } of items) {
    if (until !== null && name !== until) continue;
    until = null;
    if (when !== undefined && !holds(when)) continue;
    shown.push(name);
    if (kind === 'statement') continue;
    answers[name] = decided[name] as string;
    if (next !== undefined && holds(next.when)) until = next.to;
  }
  const score = items.reduce((sum, { kind, name, ranges, options }) => {
    const answer = answers[name] ?? '';
    if (answer === '') return sum;
    if (kind === 'plain') return sum + Number(answer);
    return (
      sum +
      (options?.[answer] ?? ranges?.find(({ upTo = Number.POSITIVE_INFINITY }) => Number(answer) <= upTo)?.points ?? 0)
    );
  }, 0);
  const [result = ''] =
    Object.entries(results).find(
      ([, { from, when }]) => (from === undefined || score >= from) && (when === undefined || holds(when)),
    ) ?? [];
  return { shown, answers, score, result };
}
