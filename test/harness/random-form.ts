/** Random forms of every type of field, with rules and conditions, and what visitors put into them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { drawingOf } from '../../engine/fields/signature/drawing.ts';
import type { FieldType } from '../../schemas/generated/types.ts';
import { fieldTypes } from '../../schemas/vocabulary.ts';
import type { Entries } from './form-bundle.ts';

/** A number in [0, 1). */
export type Random = () => number;

/** The mulberry32 generator. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What the fields above offer to expressions. */
interface Above {
  readonly numbers: readonly string[];
  /** Conditions on fields that are no numbers. */
  readonly tests: readonly string[];
  readonly dates: readonly string[];
}

interface Kind {
  /** Properties of the field, apart from its label. */
  readonly own: (random: Random, above: Above) => object;
  readonly rules?: (random: Random, above: Above) => object[];
  /** Valid values as a form posts them; a list for several options. */
  readonly right: readonly (string | readonly string[])[];
  readonly wrong: readonly (string | readonly string[])[];
  /** The names that it posts one value each under; by default its own. */
  readonly names?: (name: string) => readonly string[];
  /** Whether expressions can read its number. */
  readonly isNumber?: true;
  /** Conditions on a field of this name. */
  readonly conditions?: (name: string) => readonly string[];
}

export const exampleOf = (type: FieldType): Record<string, unknown> =>
  parse(readFileSync(join(import.meta.dirname, '../../engine/fields', type, 'example.yaml'), 'utf8'));

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
export const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;
const maybe = (random: Random, rule: object): object[] => (random() < 0.5 ? [rule] : []);
const message = 'Confira.';
const chosen = (first: string) => (name: string) => [`${name} == '${first}'`, `${name} != '${first}'`, `${name} == ''`];

/** Conditions on a number, which is null until it is answered. */
const graded = (grade: number) => (name: string) => [
  `default(${name}, 0) >= ${grade}`,
  `${name} == null`,
  `${name} != null && ${name} < ${grade}`,
];

/** The options, some with a condition. */
const varied = (random: Random, tests: readonly string[]): object[] =>
  options.map((each, index) =>
    index > 0 && tests.length > 0 && random() < 0.3 ? { ...each, when: pick(random, tests) } : each,
  );

/** Whether a text has been entered. */
const filledIn = (name: string) => [`${name} != ''`, `${name} == ''`];

const kinds: { readonly [Type in FieldType]?: Kind } = {
  text: {
    own: () => ({ maxLength: 40 }),
    rules: (random) => [
      ...maybe(random, { rule: 'minLength', length: 3, message }),
      ...maybe(random, { rule: 'maxLength', length: 9, message }),
      ...maybe(random, { rule: 'pattern', pattern: '[\\p{L} ]*', message }),
    ],
    right: ['Recife', ' Olinda '],
    wrong: ['a', 'um texto longo demais', '1984', 'x'.repeat(41)],
    conditions: (name) => [
      ...filledIn(name),
      ...[`${name} == 'Olinda'`, `contains(${name}, 'if')`, `lower(${name}) == 'recife'`, `size(${name}) > 6`],
    ],
  },
  textarea: {
    own: () => ({ maxLength: 60 }),
    rules: (random) => maybe(random, { rule: 'minLength', length: 5, message }),
    right: ['Um texto\r\nde duas linhas'],
    wrong: ['um', 'x'.repeat(61)],
    conditions: filledIn,
  },
  email: {
    own: () => ({ pii: 'email' }),
    rules: () => [{ rule: 'email', message }],
    right: ['ana@exemplo.com.br'],
    wrong: ['ana@', 'ana'],
    conditions: (name) => [...filledIn(name), `endsWith(${name}, '.com.br')`],
  },
  tel: {
    own: (random) => ({ pii: 'phone', mask: 'phone-br', ...(random() < 0.5 ? { submitAs: 'digits' } : {}) }),
    rules: () => [{ rule: 'digits', min: 10, max: 11, message }],
    right: ['(81) 98765-4321', '8132654321', '+55 81 98765-4321'],
    wrong: ['123', '123456789012345'],
    // It is sent in another form than it is typed.
    conditions: filledIn,
  },
  url: {
    own: () => ({}),
    right: ['exemplo.com.br', 'https://a.example/b?c#d'],
    wrong: ['exemplo', 'javascript:alert(1)'],
    conditions: filledIn,
  },
  number: {
    isNumber: true,
    own: (random) => ({
      ...(random() < 0.5 ? { min: -5 } : {}),
      ...(random() < 0.5 ? { max: 1000 } : {}),
      ...(random() < 0.5 ? { decimals: 2 } : {}),
    }),
    right: ['7', '0', '1.000', ' 12 '],
    wrong: ['sete', '1,234', '-6', '1001', '1,5', '1e3'],
    conditions: graded(8),
  },
  currency: {
    isNumber: true,
    own: (random) => ({ ...(random() < 0.5 ? { min: 5 } : {}), ...(random() < 0.5 ? { max: 1_234.5 } : {}) }),
    right: ['7', '1.234,5', '1234,50', 'R$ 10,99', ' 99,9 '],
    wrong: ['sete', '1,234', '-6', '9.999.999', '4,999', '1e3', 'R$'],
    conditions: graded(5_000),
  },
  slider: {
    isNumber: true,
    own: (random) => ({
      ...(random() < 0.5 ? { min: -10, max: 50, step: 5 } : { max: 40, step: 0.5 }),
      ...(random() < 0.5 ? { unit: 'currency' } : { ends: ['Pouco', 'Muito'] }),
      ...(random() < 0.3 ? { default: 20 } : {}),
    }),
    right: ['10', '40', '0'],
    wrong: ['7', '0.25', '-11', '51', 'x', '1.000'],
    conditions: graded(20),
  },
  date: {
    own: (random) => (random() < 0.5 ? { from: '2000-01-01', to: '2026-12-31' } : {}),
    right: ['2004-05-17', '2024-02-29'],
    wrong: ['1999-12-31', '2023-02-29', '17/05/2004'],
    conditions: (name) => [...filledIn(name), `${name} >= '2010-01-01'`],
  },
  'date-range': {
    own: (random) => ({
      ...(random() < 0.5 ? { from: '2000-01-01' } : {}),
      ...(random() < 0.5 ? { to: '2026-12-31' } : {}),
    }),
    names: (name) => [name, `${name}_end`],
    right: [['2004-05-17', '2004-05-17'], ['2024-02-29', '2026-01-01'], ['2024-02-29'], ['', '2024-02-29']],
    wrong: [['2004-05-17', '2004-05-16'], ['2026-01-01', '2025-12-31'], ['1999-12-31', '2030-01-01'], ['2023-02-29']],
    conditions: (name) => [`${name}_end > '2010-01-01'`, ...filledIn(name)],
  },
  time: {
    own: () => ({}),
    right: ['00:00', '23:59'],
    wrong: ['24:00', '9h'],
    conditions: (name) => [`${name} > '12:00'`],
  },
  checkbox: {
    own: (random) => (random() < 0.3 ? { default: true } : {}),
    right: ['true'],
    wrong: [],
    conditions: (name) => [name, `!${name}`],
  },
  choice: {
    own: (random, { tests }) => ({
      options: [
        ...(random() < 0.2 ? [{ value: '', label: 'Nada' }] : []),
        ...varied(random, tests).map((each, index) =>
          index === 2 && random() < 0.4 ? { ...each, write: 'Qual?' } : each,
        ),
      ],
    }),
    right: ['a', 'b', 'c'],
    wrong: ['x'],
    conditions: chosen('a'),
  },
  dropdown: {
    own: (random, { tests }) => ({
      options: varied(random, tests),
      ...(random() < 0.4 ? { search: true } : {}),
    }),
    right: ['a', 'b', 'c'],
    wrong: ['x'],
    conditions: chosen('b'),
  },
  country: {
    own: (random) => (random() < 0.5 ? { countries: ['BR', 'PT'] } : { default: 'BR', callingCodes: true }),
    right: ['BR', 'PT'],
    wrong: ['XX', 'br'],
    conditions: chosen('PT'),
  },
  choices: {
    own: (random, { tests }) => {
      const atMost = maybe(random, { rule: 'atMost', count: 2, message });
      const max = random() < 0.4 ? { max: 2 } : {};
      // An exclusive option suffices only where one choice does.
      if (random() < 0.4) {
        const exclusive = options.map((each, index) => (index === 0 ? { ...each, exclusive: true } : each));
        return { options: exclusive, rules: atMost, ...max };
      }
      const rules = [...maybe(random, { rule: 'atLeast', count: 2, message }), ...atMost];
      return { options: varied(random, tests), rules, ...(random() < 0.4 ? { min: 2 } : {}), ...max };
    },
    right: [['a', 'b'], ['a'], ['a', 'b', 'c']],
    wrong: [['x'], ['a', 'a']],
    conditions: (name) => [`'a' in ${name}`, `size(${name}) > 1`],
  },
  matrix: {
    own: (random) => ({
      options,
      rows: { r1: 'Linha 1', r2: 'Linha 2' },
      ...(random() < 0.5 ? { several: true } : {}),
    }),
    names: (name) => [`${name}_r1`, `${name}_r2`],
    right: [['a', 'b'], ['c']],
    wrong: [['x', 'a']],
    // A list or a text.
    conditions: (name) => [`size(${name}_r1) > 0`, `size(${name}_r2) == 0`],
  },
  repeat: {
    own: (random) => ({
      min: pick(random, [0, 1]),
      max: 3,
      fields: {
        f: { type: 'text', label: 'F', maxLength: 20, required: true },
        g: { type: 'choice', label: 'G', options, required: random() < 0.5 },
        h: { type: 'number', label: 'H', min: 2, when: "g == 'b'", required: random() < 0.5 },
      },
    }),
    names: (name) => [
      `${name}_count`,
      ...[1, 2].flatMap((entry) => ['f', 'g', 'h'].map((own) => `${name}_${entry}_${own}`)),
    ],
    right: [
      ['2', 'Ana', 'a', '', 'Bia', 'b', '3'],
      ['1', 'Ana', 'b', '2'],
    ],
    wrong: [
      ['2', 'Ana', 'b', '1', '', 'c', ''],
      ['4', 'Ana', 'a', ''],
      ['3', 'Ana', 'a', '', 'Bia', 'a', ''],
    ],
    conditions: (name) => [`default(${name}_count, 0) >= 2`],
  },
  ranking: {
    own: () => ({ options }),
    right: [
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
    ],
    wrong: [
      ['a', 'b'],
      ['a', 'a', 'b'],
      ['x', 'a', 'b'],
      ['', 'a', 'b'],
    ],
    conditions: (name) => [`size(${name}) > 0 && ${name}[0] == 'a'`],
  },
  'yes-no': { own: () => ({}), right: ['yes', 'no'], wrong: ['maybe'], conditions: chosen('yes') },
  scale: {
    isNumber: true,
    own: () => ({ min: 1, max: 4 }),
    right: ['1', '4'],
    wrong: ['0', '5'],
    conditions: graded(2),
  },
  rating: {
    isNumber: true,
    own: (random) => ({ icon: pick(random, ['star', 'heart', 'number', 'smiley']) }),
    right: ['1', '5'],
    wrong: ['6'],
    conditions: graded(5),
  },
  nps: { own: () => ({ submitAs: 'text' }), right: ['0', '10'], wrong: ['11'], conditions: chosen('10') },
  address: {
    own: (random) =>
      random() < 0.5
        ? {}
        : { parts: { postalCode: { rules: [{ rule: 'digits', min: 8, max: 8, message }] }, city: { required: true } } },
    // The last two are names that no field has, where an address has other parts.
    names: (name) => [`${name}_city`, `${name}_postalCode`, `${name}_country`, `${name}_street`, `${name}_state`],
    right: [
      ['Recife', '50000-000', 'BR', 'Rua do Sol, 1', 'PE'],
      ['Olinda', '', 'PT'],
    ],
    wrong: [
      ['x'.repeat(90), '123', 'XX'],
      ['', '1'.repeat(30)],
    ],
    conditions: (name) => [`${name}_city == 'Recife'`, ...filledIn(`${name}_postalCode`)],
  },
  contact: {
    own: () => ({}),
    names: (name) => [`${name}_name`, `${name}_email`, `${name}_phone`],
    right: [['Ana', 'ana@exemplo.com.br', '(81) 98765-4321'], ['Ana']],
    wrong: [
      ['Ana', 'ana@', '81'],
      ['', '', '1'.repeat(40)],
    ],
    conditions: (name) => filledIn(`${name}_email`),
  },
  signature: {
    own: () => ({}),
    right: ['Ana Prado', drawingOf('M12 30l3 4l0 0M1 2l300 -2')],
    wrong: [
      'A',
      '---',
      'x'.repeat(121),
      drawingOf('M12 30'),
      `${drawingOf('M1 2l3 4')}<`,
      drawingOf(`M0 0${'l1 1'.repeat(1100)}`),
    ],
  },
  computed: {
    own: (random, { numbers, tests }) => {
      const number = (): string => (numbers.length === 0 ? '7' : pick(random, numbers));
      const value = pick(random, [
        // Amounts and other numbers, with and without `unit: currency`.
        `(${number()} * 300 - ${number()}) / 100`,
        ...numbers.map((each) => `${each} == 0 ? 0 : 100 / ${each}`),
        ...[...tests, ...numbers.map((each) => `${each} > 2`)].map((each) => `(${each}) ? 'sim' : 'não'`),
      ]);
      return { value, ...(random() < 0.5 ? { unit: 'currency' } : { visible: false, decimals: 1 }) };
    },
    // What a browser sends is ignored.
    right: ['99'],
    wrong: ['x'.repeat(200), '1e9'],
  },
  hidden: {
    own: () => ({ default: 'origem', maxLength: 30 }),
    right: ['origem'],
    wrong: ['x'.repeat(31)],
    conditions: (name) => [`${name} == 'origem'`],
  },
};
/** Other forms of a type. */
const variants: readonly (readonly [FieldType, Kind])[] = [
  [
    'tel',
    {
      own: (random) => ({ pii: 'phone', countries: random() < 0.5 ? 'any' : ['BR', 'PT', 'US'] }),
      names: (name) => [name, `${name}_country`],
      right: [
        ['(81) 98765-4321', 'BR'],
        ['912 345 678', 'PT'],
        ['+1 212 555 0123', 'PT'],
        ['00351 912345678', 'BR'],
        ['(81) 98765-4321'],
        ['', 'PT'],
      ],
      wrong: [
        ['123', 'BR'],
        ['98765 4321 22', 'PT'],
        ['+99 9999', 'US'],
        ['me liga', 'BR'],
        ['(81) 98765-4321', 'XX'],
      ],
      // The country of a number with a code is another one than the posted one.
      conditions: (name) => [`${name}_country == 'PT'`],
    },
  ],
  [
    'tel',
    {
      own: () => ({ pii: 'phone' }),
      rules: () => [{ rule: 'phone', country: 'BR', countries: ['BR', 'PT'], message }],
      right: ['(81) 98765-4321', '+351 912 345 678'],
      wrong: ['123', '+1 212 555 0123', 'me liga'],
      conditions: filledIn,
    },
  ],
  [
    'text',
    {
      own: () => ({ maxLength: 20 }),
      rules: () => [{ rule: 'date', format: 'DD/MM/YYYY', from: '1900-01-01', message }],
      right: ['17/05/2004', '29/02/2024'],
      wrong: ['31/02/1984', '2004-05-17', '17/05/1899'],
      conditions: (name) => [`endsWith(${name}, '2004')`],
    },
  ],
  [
    'text',
    { own: () => ({ maxLength: 60 }), rules: () => [{ rule: 'url', message }], right: ['a.example'], wrong: ['a b'] },
  ],
  [
    'choice',
    {
      own: () => ({ options }),
      rules: () => [{ rule: 'oneOf', message: 'Fora da lista.' }],
      right: ['a'],
      wrong: ['x'],
      conditions: chosen('a'),
    },
  ],
  [
    'choices',
    {
      own: () => ({ options, submitAs: 'joined' }),
      right: [['a', 'b'], ['c']],
      wrong: [['x']],
      conditions: (name) => [`'a' in ${name}`],
    },
  ],
  [
    'number',
    {
      isNumber: true,
      own: () => ({ min: 2, max: 9 }),
      rules: () => [
        { rule: 'number', message: 'Um número.' },
        { rule: 'range', message: 'De dois a nove.' },
      ],
      right: ['2', '9'],
      wrong: ['1', '10', 'x'],
      conditions: graded(5),
    },
  ],
  [
    'date',
    {
      own: () => ({}),
      rules: (random, { dates }) =>
        dates.length === 0 ? [] : [{ rule: 'notBefore', field: pick(random, dates), message }],
      right: ['2004-05-17', '2024-02-29', '2030-01-01'],
      wrong: ['2023-02-29'],
      conditions: (name) => [`${name} < '2010-01-01'`],
    },
  ],
];
/** A type without values above is as in its example, and visitors write a text into it. */
const asInExample = (type: FieldType): Kind => ({
  own() {
    const { type: _type, label: _label, rules: _rules, ...own } = exampleOf(type);
    return own;
  },
  right: [],
  wrong: ['x'],
});
const types: readonly (readonly [FieldType, Kind])[] = [
  ...fieldTypes.map((type): [FieldType, Kind] => [type, kinds[type] ?? asInExample(type)]),
  ...variants,
];

/** Fields that no visitor fills in. */
const unasked: ReadonlySet<FieldType> = new Set(['hidden', 'computed', 'repeat']);

/** Fields that a visitor chooses: a form posts none of them empty, and computed values read them. */
const chosenTypes: ReadonlySet<FieldType> = new Set([
  ...(['checkbox', 'choice', 'dropdown', 'country', 'choices', 'yes-no', 'scale', 'rating', 'nps'] as const),
]);

/** Fields whose rules are those of their parts, or random themselves. */
const grouped: ReadonlySet<FieldType> = new Set(['choices', 'matrix', 'address', 'contact', 'repeat']);

export interface RandomForm {
  readonly id: string;
  /** The funnel's file, as JSON. */
  readonly file: { readonly path: string; readonly text: string };
  /** Random entries that a visitor posts: valid, invalid or empty. @param isCareful leaves out what is invalid or empty */
  readonly fill: (random: Random, isCareful?: boolean) => Entries;
}

/** A random funnel in one file. */
export function randomForm(id: string, random: Random): RandomForm {
  const fields: Record<string, object> = {};
  const filled: { readonly name: string; readonly type: FieldType; readonly kind: Kind }[] = [];
  const conditions: string[] = [];
  const numbers: string[] = [];
  const tests: string[] = [];
  const dates: string[] = [];
  const count = 1 + Math.floor(random() * 8);
  for (let index = 0; index < count; index += 1) {
    const [type, kind] = pick(random, types);
    const name = `f${index}`;
    const condition = (): string =>
      random() < 0.3
        ? `(${pick(random, conditions)}) ${pick(random, ['&&', '||'])} (${pick(random, conditions)})`
        : pick(random, conditions);
    const isConditional = conditions.length > 0 && random() < 0.4;
    const demands =
      unasked.has(type) || grouped.has(type)
        ? []
        : conditions.length > 0 && random() < 0.2
          ? [{ rule: type === 'checkbox' ? 'accepted' : 'required', message: 'Falta.', when: condition() }]
          : [];
    const rules = [...demands, ...(kind.rules?.(random, { numbers, tests, dates }) ?? [])];
    fields[name] = {
      ...{ type, label: `Campo ${index}` },
      ...kind.own(random, { numbers, tests, dates }),
      ...(isConditional ? { when: condition() } : {}),
      ...(demands.length === 0 && !unasked.has(type) && type !== 'choices' && random() < 0.5 ? { required: true } : {}),
      ...(rules.length > 0 ? { rules } : {}),
    };
    filled.push({ name, type, kind });
    conditions.push(...(kind.conditions?.(name) ?? []));
    if (type === 'date') dates.push(name);
    if (kind.isNumber) numbers.push(name);
    else if (chosenTypes.has(type)) tests.push(...(kind.conditions?.(name) ?? []));
  }
  return {
    id,
    file: {
      path: `${id}.funnel.json`,
      text: JSON.stringify({ funnel: id, title: `Formulário ${id}`, description: 'x'.repeat(130), fields }),
    },
    fill: (again, isCareful = false) =>
      filled.flatMap(({ name, type, kind }): [string, string][] => {
        const luck = isCareful ? 1 : again();
        const values = luck < 0.15 ? [] : luck < 0.3 ? kind.wrong : kind.right;
        const value = values.length === 0 ? '' : pick(again, values);
        if (typeof value !== 'string') {
          const names = kind.names?.(name) ?? [];
          return value.map((each, index): [string, string] => [names[index] ?? name, each]);
        }
        return value === '' ? (again() < 0.5 ? [] : chosenTypes.has(type) ? [] : [[name, '']]) : [[name, value]];
      }),
  };
}

type Written = Readonly<Record<string, unknown>> & {
  readonly type: FieldType;
  readonly rules?: readonly { readonly when?: string; readonly field?: string }[];
};

/** The names of the fields that expressions of a field read. */
const readBy = ({ when, value }: Written): string[] => [when, value].join(' ').match(/\bf\d+/g) ?? [];

/** A field whose options have only the conditions that read fields above it on its screen. */
const withConditions = (field: Written, names: readonly string[]): Written => {
  const options = field['options'] as readonly { when?: string }[] | undefined;
  const isKept = (when = ''): boolean => (when.match(/\bf\d+/g) ?? []).every((each) => names.includes(each));
  return options === undefined
    ? field
    : { ...field, options: options.map(({ when, ...option }) => (isKept(when) ? { when, ...option } : option)) };
};

/** The keys of a funnel in one file that asks questions. */
export interface WrittenQuestions {
  readonly questions: readonly object[];
  readonly [key: string]: unknown;
}

/**
 * The fields of a random form as questions with the same names and conditions, one or several on a screen, with jumps.
 * Fields that nobody fills in are beside others. A rule reads the answers of its own screen only, so that rules with a condition or
 * another field are left out, and so are computed values and conditions of options over other screens.
 */
export function randomQuestions(form: RandomForm, random: Random): WrittenQuestions {
  const { fields, ...funnel } = JSON.parse(form.file.text) as { readonly fields: Readonly<Record<string, Written>> };
  const screens: (readonly [name: string, field: Written])[][] = [];
  const kept = new Set<string>();
  for (const [name, { rules = [], ...all }] of Object.entries(fields)) {
    const { when: _, ...always } = all as Written;
    // The first field may be one that nobody fills in, which is left out.
    const field: Written = readBy(all as Written).every((each) => kept.has(each)) ? (all as Written) : always;
    const own = rules.filter(({ when, field: other }) => when === undefined && other === undefined);
    const entryWith = (above: readonly string[]) =>
      [name, { ...withConditions(field, above), ...(own.length === 0 ? {} : { rules: own }) }] as [string, Written];
    const last = screens.at(-1);
    const names = last?.map(([each]) => each) ?? [];
    // Fields beside one another read their own screen.
    const fits = readBy(field).every((each) => names.includes(each));
    const isAsked = !unasked.has(field.type) || field.type === 'repeat';
    const joins = last !== undefined && fits && last.every(([, { when }]) => when === undefined || names.length > 1);
    const isVaried = JSON.stringify(entryWith(names)) !== JSON.stringify(entryWith([]));
    if (joins && (!isAsked || random() < (isVaried ? 0.9 : 0.3))) last.push(entryWith(names));
    else if (isAsked) screens.push([entryWith([])]);
    else continue;
    kept.add(name);
  }
  const questions = screens.map((screen, index) => {
    const [[name, { label, ...field }]] = screen as [(typeof screen)[number]];
    const conditions = kinds[field.type]?.conditions?.(name) ?? [];
    const later = [...screens.slice(index + 1).map(([first]) => first?.[0] ?? ''), 'last'];
    const next =
      conditions.length > 0 && random() < 0.3
        ? { next: [{ when: pick(random, conditions), to: pick(random, later) }] }
        : {};
    if (screen.length > 1) return { question: 'E isto?', fields: Object.fromEntries(screen), ...next };
    const { when, ...group } = field;
    // A group that repeats is one of the fields of a screen.
    if (field.type === 'repeat')
      return {
        ...{ question: label, fields: { [name]: { label, ...group } }, ...next },
        ...(when === undefined ? {} : { when }),
      };
    return { name, question: label, ...field, ...next };
  });
  // The last one sends the answers.
  const last = { name: 'last', question: 'Algo mais?', type: 'text', maxLength: 40 };
  return { ...funnel, questions: [...questions, last] };
}
