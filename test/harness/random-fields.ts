/** Random fields, and the answers that visitors give to them. */
import {
  condition,
  type KnownValue,
  numberLimits,
  textChoices,
  type Value,
  type Visitor,
  type VisitorCondition,
} from './random-answers.ts';
import { pick, type Random } from './random-form.ts';

/** A field with its answers. */
interface RandomField {
  readonly name: string;
  /** Its properties, without a label. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly known: KnownValue | null;
  readonly answer: (visitor: Visitor) => Value;
  readonly empty: Value;
}

interface FieldOptions {
  readonly isRequired: boolean;
  /** Whether it can be hidden, so that its answer may be empty also if it is required. */
  readonly isConditional: boolean;
}

/** Draws the properties of a field. */
type Draw = (random: Random, name: string, options: FieldOptions) => Omit<RandomField, 'name'>;

const oneOf =
  <Of extends Value>(random: Random, all: readonly Of[], isRequired: boolean, empty: Value) =>
  (): Value =>
    !isRequired && random() < 0.3 ? empty : pick(random, all);
const required = (random: Random, isRequired: boolean): object =>
  isRequired ? { required: random() < 0.5 ? true : 'Please tell.' } : { required: false };

const letters = ['alpha', 'beta', 'gamma', 'delta'];
const optionsOf = (values: readonly string[]): object[] =>
  values.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));

const chosen =
  (type: string, fixed?: readonly string[]): Draw =>
  (random, name, { isRequired }) => {
    const values = fixed ?? letters.slice(0, 2 + Math.floor(random() * 3));
    return {
      own: { type, ...(fixed === undefined ? { options: optionsOf(values) } : {}), ...required(random, isRequired) },
      known: { name, group: name, ...textChoices(name, values) },
      answer: oneOf(random, values, isRequired, ''),
      empty: '',
    };
  };

const counted =
  (type: string, least: number, most: number, more: object = {}, unit = 1): Draw =>
  (random, name, { isRequired, isConditional }) => {
    const low = least + 1 + Math.floor(random() * (most - least - 1));
    const high = low + 1 + Math.floor(random() * (most - low));
    const values = [least, low - 1, low, high - 1, high, most].map((each) => each * unit);
    const limits = [low * unit, high * unit] as const;
    return {
      own: { type, ...more, ...required(random, isRequired) },
      known: { name, group: name, ...numberLimits(name, limits, !isRequired || isConditional) },
      answer: oneOf(random, values, isRequired, null),
      empty: null,
    };
  };

const flag: Draw = (random, name) => {
  const [yes, no] = [
    condition(name, (visitor) => visitor[name] === true),
    condition(`!${name}`, (visitor) => !visitor[name]),
  ];
  return {
    own: { type: 'checkbox', required: false },
    known: { name, group: name, ways: [[yes], [no]], pairs: [[yes, no]] },
    answer: () => random() < 0.5,
    empty: false,
  };
};

const several: Draw = (random, name, { isRequired }) => {
  const values = letters.slice(0, 3 + Math.floor(random() * 2));
  const [first = '', second = ''] = values;
  const list = (visitor: Visitor): readonly string[] => visitor[name] as readonly string[];
  const has = (value: string) => condition(`'${value}' in ${name}`, (visitor) => list(visitor).includes(value));
  const lacks = condition(`!('${first}' in ${name})`, (visitor) => !list(visitor).includes(first));
  const both = condition(
    `${has(first).text} && ${has(second).text}`,
    (visitor) => has(first).holds(visitor) && has(second).holds(visitor),
  );
  const atLeast = (count: number) => condition(`size(${name}) >= ${count}`, (visitor) => list(visitor).length >= count);
  const most = !isRequired && random() < 0.3 ? { max: 3 } : {};
  return {
    own: { type: 'choices', options: optionsOf(values), ...most, ...required(random, isRequired) },
    known: {
      name,
      group: name,
      ways: [[has(first)], [both, has(first)], [atLeast(3), atLeast(2)]],
      pairs: [[has(first), lacks]],
    },
    answer: () => {
      const all = values.filter(() => random() < 0.5).slice(0, 'max' in most ? 3 : 4);
      return all.length === 0 && isRequired ? [pick(random, values)] : all;
    },
    empty: [],
  };
};

const day: Draw = (random, name, { isRequired }) => {
  const from = (text: string) => condition(`${name} >= '${text}'`, (visitor) => (visitor[name] as string) >= text);
  const given = condition(`${name} != ''`, (visitor) => visitor[name] !== '');
  const missing = condition(`${name} == ''`, (visitor) => visitor[name] === '');
  return {
    own: { type: 'date', from: '2020-01-01', to: '2029-12-31', ...required(random, isRequired) },
    known: {
      name,
      group: name,
      ways: [[from('2027-01-01'), from('2024-01-01')], ...(isRequired ? [] : [[given]])],
      pairs: isRequired ? [] : [[given, missing]],
    },
    answer: oneOf(random, ['2020-01-01', '2023-12-31', '2024-01-01', '2027-01-01', '2029-12-31'], isRequired, ''),
    empty: '',
  };
};

const written =
  (type: string, more: object, samples: readonly string[]): Draw =>
  (random, name, { isRequired }) => {
    const given = condition(`${name} != ''`, (visitor) => visitor[name] !== '');
    const missing = condition(`${name} == ''`, (visitor) => visitor[name] === '');
    return {
      own: { type, ...more, ...required(random, isRequired) },
      known: isRequired ? null : { name, group: name, ways: [[given], [missing]], pairs: [[given, missing]] },
      answer: oneOf(random, samples, isRequired, ''),
      empty: '',
    };
  };

/** A field whose answer is sent only. */
const sentOnly =
  (own: object): Draw =>
  (random, _name, { isRequired }) => ({
    own: { ...own, ...required(random, isRequired) } as RandomField['own'],
    known: null,
    answer: () => '',
    empty: '',
  });

const draws: readonly (readonly [weight: number, draw: Draw])[] = [
  [5, chosen('choice')],
  [2, chosen('dropdown')],
  [2, chosen('yes-no', ['yes', 'no'])],
  [4, counted('number', 18, 70, { min: 18, max: 70 })],
  [2, counted('number', 0, 200, { min: 0, max: 200 })],
  [2, counted('scale', 1, 5)],
  [1, counted('rating', 1, 5)],
  [1, counted('nps', 0, 10)],
  [2, counted('currency', 10, 2000, { min: 10, max: 2000 }, 100)],
  [3, flag],
  [3, several],
  [2, day],
  [2, written('text', { maxLength: 80 }, ['Ana', 'Bo'])],
  [1, written('textarea', { maxLength: 500 }, ['Much to say'])],
  [1, written('url', { maxLength: 200 }, ['https://example.org'])],
  [1, written('tel', { maxLength: 30, pii: 'phone' }, ['0812345678'])],
  [1, sentOnly({ type: 'time' })],
  [1, sentOnly({ type: 'country', countries: ['BR', 'PT', 'US'] })],
  [1, sentOnly({ type: 'ranking', options: optionsOf(letters.slice(0, 3)) })],
  [1, sentOnly({ type: 'signature', pii: 'text' })],
  [1, sentOnly({ type: 'date-range', ends: ['From', 'Until'] })],
  [1, sentOnly({ type: 'address', pii: 'text', parts: { street: { label: 'Street' }, city: { label: 'City' } } })],
  [1, sentOnly({ type: 'matrix', rows: { speed: 'Speed', price: 'Price' }, options: optionsOf(letters.slice(0, 2)) })],
];
const all = draws.flatMap(([weight, draw]) => Array.from({ length: weight }, () => draw));

/**
 * A random field, whose answers every visitor gets.
 * @param shown the condition under which it is shown
 * @param comes whether a visitor reaches the field; by default all do
 */
export function randomField(
  random: Random,
  name: string,
  visitors: readonly Visitor[],
  shown: VisitorCondition | null,
  comes: ((visitor: Visitor) => boolean) | null = null,
): Pick<RandomField, 'own' | 'known'> {
  const options = { isRequired: random() < 0.65, isConditional: shown !== null || comes !== null };
  const { own, known, answer, empty } = pick(random, all)(random, name, options);
  for (const visitor of visitors)
    visitor[name] =
      (shown === null || shown.holds(visitor)) && (comes === null || comes(visitor)) ? answer(visitor) : empty;
  return { own: shown === null ? own : { ...own, when: shown.text }, known };
}
