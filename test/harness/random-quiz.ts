/**
 * Random quizzes: random questions with questions without a type before them, rounds, shuffled options, points, and flows that are
 * called. Each has a model in plain JavaScript of what is asked and stored, which uses no code of the engine.
 */
import type { Entries } from './form-bundle.ts';
import { type Random, type RandomForm, randomForm, randomQuestions } from './random-form.ts';

type Value = string | number | boolean | null | readonly (string | number)[];

/** What a visitor has answered, by the name of the answer. What is not asked is missing. */
export type Answers = Readonly<Record<string, Value | undefined>>;

/** A condition as an author writes it, and when it holds. */
interface Condition {
  readonly text: string;
  readonly holds: (answers: Answers) => boolean;
}

/** An entry that a visitor posts under one name, and what is stored of it. */
interface Entry {
  readonly posted: readonly string[];
  readonly stored: Value;
  readonly isRight: boolean;
}

interface Kind {
  readonly type: string;
  readonly own: (random: Random) => object;
  readonly right: readonly (readonly [posted: string | readonly string[], stored: Value])[];
  readonly wrong: readonly (string | readonly string[])[];
  /** @param written the name in the expression @param name the name under which the answer is stored */
  readonly conditions: (written: string, name: string) => readonly Condition[];
  /** The highest of `points` for one answer, and those of a stored one. */
  readonly points?: {
    readonly own: object;
    readonly most: number;
    readonly of: (value: Value) => number;
  };
}

const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;
const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && !value.length);
const numberIn = (answers: Answers, name: string): number => (answers[name] as number | undefined) ?? 0;
const listIn = (answers: Answers, name: string): readonly (string | number)[] =>
  (answers[name] as readonly string[] | undefined) ?? [];
const letters = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value.toUpperCase() }));

/** A random order of options: the last one can stay. */
const mixing = (random: Random): object => (random() < 0.6 ? { shuffle: pick(random, ['all', 'except-last']) } : {});

const kinds: readonly Kind[] = [
  {
    type: 'yes-no',
    own: () => ({}),
    right: [
      ['yes', 'yes'],
      ['no', 'no'],
    ],
    wrong: ['maybe'],
    conditions: (written, name) => [
      { text: `${written} == 'yes'`, holds: (all) => all[name] === 'yes' },
      { text: `${written} != 'no'`, holds: (all) => all[name] !== 'no' },
    ],
    points: { own: { points: 10 }, most: 10, of: (value) => (value === 'yes' ? 10 : 0) },
  },
  {
    type: 'number',
    own: () => ({ min: 0, max: 50 }),
    right: [
      ['7', 7],
      [' 12 ', 12],
      ['0', 0],
    ],
    wrong: ['sete', '51', '-1', '1,5'],
    conditions: (written, name) => [
      { text: `default(${written}, 0) >= 8`, holds: (all) => numberIn(all, name) >= 8 },
      { text: `${written} == null`, holds: (all) => isEmpty(all[name]) },
    ],
  },
  {
    type: 'scale',
    own: () => ({ min: 1, max: 4 }),
    right: [
      ['1', 1],
      ['4', 4],
    ],
    wrong: ['0', '5', 'x'],
    conditions: (written, name) => [
      { text: `default(${written}, 4) < 3`, holds: (all) => (all[name] === undefined ? 4 : numberIn(all, name)) < 3 },
    ],
    points: { own: { points: 3 }, most: 12, of: (value) => 3 * ((value as number | null) ?? 0) },
  },
  {
    type: 'text',
    own: () => ({ maxLength: 20 }),
    right: [
      ['Recife', 'Recife'],
      [' Olinda ', 'Olinda'],
    ],
    wrong: ['x'.repeat(21)],
    conditions: (written, name) => [
      { text: `${written} == 'Olinda'`, holds: (all) => all[name] === 'Olinda' },
      { text: `${written} == ''`, holds: (all) => isEmpty(all[name]) },
    ],
  },
  {
    type: 'tel',
    own: (random) => ({ mask: 'phone-br', ...(random() < 0.5 ? { pii: 'phone' } : {}) }),
    right: [
      ['(81) 98765-4321', '(81) 98765-4321'],
      [' (81) 3265-432', '(81) 3265-432'],
      ['+55 81 98765-4321', '(81) 98765-4321'],
    ],
    wrong: ['123456789012345'],
    conditions: (written, name) => [
      { text: `${written} == ''`, holds: (all) => isEmpty(all[name]) },
      { text: `${written} != ''`, holds: (all) => !isEmpty(all[name]) },
    ],
  },
  {
    type: 'choice',
    own: (random) => ({ options: letters, ...mixing(random) }),
    right: [
      ['a', 'a'],
      ['d', 'd'],
    ],
    wrong: ['x'],
    conditions: (written, name) => [
      { text: `${written} == 'a'`, holds: (all) => all[name] === 'a' },
      { text: `${written} in ['b', 'd']`, holds: (all) => ['b', 'd'].includes(all[name] as string) },
    ],
    points: {
      own: { options: letters.map((each, index) => ({ ...each, points: index * 2 })) },
      most: 6,
      of: (value) => 2 * Math.max(0, letters.map((each) => each.value).indexOf(value as string)),
    },
  },
  {
    type: 'dropdown',
    own: (random) => ({
      options: letters.map((each, index) => (index === 0 && random() < 0.5 ? { ...each, fixed: true } : each)),
      shuffle: 'all',
    }),
    right: [
      ['b', 'b'],
      ['c', 'c'],
    ],
    wrong: ['x'],
    conditions: (written, name) => [{ text: `${written} != 'b'`, holds: (all) => all[name] !== 'b' }],
  },
  {
    type: 'ranking',
    own: (random) => ({ options: letters.slice(0, 3), ...mixing(random) }),
    right: [
      [
        ['c', 'a', 'b'],
        ['c', 'a', 'b'],
      ],
      [
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ],
    ],
    wrong: [['a', 'a', 'b'], ['x', 'a', 'b'], ['a']],
    conditions: (written, name) => [
      { text: `size(${written}) > 0 && ${written}[0] == 'c'`, holds: (all) => listIn(all, name)[0] === 'c' },
    ],
  },
  {
    type: 'choices',
    own: (random) => ({
      options: letters.map((each, index) => (index === 3 ? { ...each, exclusive: true } : each)),
      ...mixing(random),
    }),
    right: [
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      [['d'], ['d']],
    ],
    wrong: [['x'], ['a', 'd'], ['a', 'a']],
    points: {
      own: {
        options: letters.map((each, index) => ({
          ...each,
          points: index + 1,
          ...(index === 3 ? { exclusive: true } : {}),
        })),
      },
      most: 10,
      of: (value) =>
        sum(((value ?? []) as readonly string[]).map((each) => letters.findIndex((one) => one.value === each) + 1)),
    },
    conditions: (written, name) => [
      { text: `'a' in ${written}`, holds: (all) => listIn(all, name).includes('a') },
      { text: `size(${written}) == 0`, holds: (all) => listIn(all, name).length === 0 },
    ],
  },
  {
    type: 'checkbox',
    own: () => ({ label: 'Sim' }),
    right: [['true', true]],
    wrong: [],
    conditions: (written, name) => [{ text: written, holds: (all) => all[name] === true }],
  },
  {
    type: 'slider',
    own: () => ({ min: 10, max: 40, step: 10 }),
    right: [
      ['10', 10],
      ['40', 40],
    ],
    wrong: ['0', '15', '50', 'x'],
    conditions: (written, name) => [
      {
        text: `default(${written}, 10) > 30`,
        holds: (all) => (all[name] === undefined ? 10 : numberIn(all, name)) > 30,
      },
    ],
  },
  {
    type: 'currency',
    own: () => ({ min: 10, max: 2000 }),
    right: [
      ['1.234,5', 123_450],
      [' 2000 ', 200_000],
      ['10,00', 1000],
    ],
    wrong: ['9,99', '2.000,01', '1,234', 'muito'],
    conditions: (written, name) => [
      { text: `default(${written}, 0) >= 123450`, holds: (all) => numberIn(all, name) >= 123_450 },
      { text: `${written} == null`, holds: (all) => isEmpty(all[name]) },
    ],
  },
  {
    type: 'country',
    own: () => ({}),
    right: [
      ['PT', 'PT'],
      ['BR', 'BR'],
    ],
    wrong: ['XX', 'br'],
    conditions: (written, name) => [{ text: `${written} == 'PT'`, holds: (all) => all[name] === 'PT' }],
  },
  {
    type: 'choice',
    // An option without a value is no answer.
    own: (random) => ({ options: [{ value: '', label: 'Tanto faz' }, ...letters], ...mixing(random) }),
    right: [['b', 'b']],
    wrong: ['x'],
    conditions: (written, name) => [{ text: `${written} == ''`, holds: (all) => isEmpty(all[name]) }],
  },
  {
    type: 'date',
    own: () => ({ from: '1990-05-01', to: '2030-12-31' }),
    right: [
      ['1990-05-01', '1990-05-01'],
      ['2024-02-29', '2024-02-29'],
    ],
    wrong: ['1990-04-30', '2031-01-01', '2025-02-29', '01/05/1990'],
    conditions: (written, name) => [
      { text: `${written} == '2024-02-29'`, holds: (all) => all[name] === '2024-02-29' },
      { text: `${written} == ''`, holds: (all) => isEmpty(all[name]) },
    ],
  },
];

/** A field whose verdict, visibility and stored value the model knows. */
interface ModelledField {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly isScored: boolean;
  /** The condition of a field over those above it on its screen. */
  readonly shown?: Condition['holds'];
  /** When the answers that are not among these are offered, by those above it on its screen. */
  readonly offered?: { readonly always: readonly Value[]; readonly others: Condition['holds'] };
}

/** A screen of the quiz. */
interface ModelledScreen {
  readonly fields: readonly ModelledField[];
  /** The condition of the question. */
  readonly asked: (answers: Answers) => boolean;
  /** Its ways, tried in order: the name of the first field of a screen below. */
  readonly next: readonly { readonly when: (answers: Answers) => boolean; readonly to: string }[];
}

/** A question without a type. */
interface PlainQuestion {
  readonly id: string;
  readonly values: readonly number[];
}

export interface Mixed {
  readonly name: string;
  /** The values in the order of the file. */
  readonly values: readonly string[];
  /** Those that keep their places. */
  readonly kept: readonly string[];
}

/** What a quiz asks, stores and sends, apart from the random questions at its end. */
export interface QuizModel {
  readonly plain: readonly PlainQuestion[];
  /** The names of the fields that are asked, and what is stored of each, for what visitors have entered. */
  readonly course: (entered: Answers) => { readonly asked: readonly string[]; readonly values: Answers };
  /** What a visitor enters into a field. */
  readonly enter: (name: string, random: Random, isCareful: boolean) => Entry;
  /** Whether a field is shown to a visitor with these answers, whose screen is asked. */
  readonly isShown: (name: string, answers: Answers) => boolean;
  /** Whether such a visitor is offered the own answer to a field. */
  readonly isOffered: (name: string, answers: Answers) => boolean;
  /** Whether the model knows a field. */
  readonly knows: (name: string) => boolean;
  /** What is sent besides the answers. */
  readonly sent: (values: Answers) => Readonly<Record<string, Value>>;
  /** Fields and questions whose options are shuffled. */
  readonly mixed: readonly Mixed[];
}

export interface RandomQuiz {
  readonly id: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What a visitor enters into the random questions at the end. */
  readonly fill: RandomForm['fill'];
  readonly model: QuizModel;
}

const always = (): boolean => true;

/** Builds a quiz and its model side by side. */
class QuizMaker {
  readonly screens: ModelledScreen[] = [];
  readonly mixed: Mixed[] = [];
  private readonly random: Random;
  private readonly scored: boolean;

  constructor(random: Random, scored: boolean) {
    this.random = random;
    this.scored = scored;
  }

  private chance(of: number): boolean {
    return this.random() < of;
  }

  /** The properties of a random field, and its model. */
  field(name: string, kind = pick(this.random, kinds)) {
    const isRequired = this.chance(0.5);
    const isScored = this.scored && kind.points !== undefined && this.chance(0.5);
    const own = {
      ...{ type: kind.type, ...kind.own(this.random) },
      ...(isScored ? kind.points?.own : {}),
      ...(isRequired ? { required: true } : {}),
    };
    return { own, modelled: { name, kind, isRequired, isScored } as ModelledField };
  }

  /** Notes the order of a field's options. */
  mix(name: string, own: object): void {
    const { shuffle, options = [] } = own as { shuffle?: string; options?: readonly MixedOption[] };
    if (shuffle === undefined) return;
    const kept = options.filter(
      ({ exclusive, fixed }, index) =>
        exclusive || fixed || (shuffle === 'except-last' && index === options.length - 1),
    );
    const valuesOf = (all: readonly MixedOption[]) => all.map(({ value }) => String(value));
    this.mixed.push({ name, values: valuesOf(options), kept: valuesOf(kept) });
  }

  /** Adds a question with one field. */
  ask(name: string, more: { kind?: Kind; when?: Condition | undefined } = {}): object {
    const { own, modelled } = this.field(name, more.kind);
    this.mix(name, own);
    this.screens.push({ fields: [modelled], asked: more.when?.holds ?? always, next: [] });
    return {
      ...{ name, question: `Pergunta ${name}?`, ...own },
      ...(more.when === undefined ? {} : { when: more.when.text }),
    };
  }

  /** Adds a question with two fields, of which the first one can hide the second, or some of its options. */
  askTwo(name: string): object {
    const kind = pick(this.random, this.chance(0.4) ? kinds.filter(({ type }) => varying.has(type)) : kinds);
    const [first, second] = [this.field(name, kinds[0] as Kind), this.field(`${name}_b`, kind)];
    const [{ text: when, holds }] = (kinds[0] as Kind).conditions(name, name) as [Condition];
    this.mix(second.modelled.name, second.own);
    const { options = [] } = second.own as { options?: readonly MixedOption[] };
    const isVaried = varying.has(kind.type) && this.chance(0.8);
    const unconditional = options.filter((_, index) => index % 2 === 0);
    const offered = { always: unconditional.map(({ value }) => value), others: holds };
    this.screens.push({
      fields: [first.modelled, { ...second.modelled, ...(isVaried ? { offered } : { shown: holds }) }],
      ...{ asked: always, next: [] },
    });
    const conditions = isVaried
      ? { options: options.map((each) => (unconditional.includes(each) ? each : { ...each, when })) }
      : { when };
    return {
      question: `Perguntas ${name}?`,
      fields: {
        [name]: { label: 'Campo', ...first.own },
        [second.modelled.name]: { label: 'Outro campo', ...second.own, ...conditions },
      },
    };
  }

  /** Rounds for each option of a question. @param below the name of a question below them */
  rounds(
    list: string,
    options: readonly (readonly [value: string, word: string])[],
    gate: Condition | null,
    below: string,
  ) {
    const { random } = this;
    const count = 1 + Math.floor(random() * 3);
    const drafts = Array.from({ length: count }, (_, index) => {
      const isGroup = this.chance(0.2);
      const names = isGroup ? [`r${index}`, `r${index}e`] : [`r${index}`];
      return { names, kinds: names.map(() => pick(random, kinds)), luck: random(), which: random(), seed: random() };
    });
    // The same properties in each round.
    const questions = drafts.map((draft, index) => {
      const fields = draft.names.map((name, place) => this.field(name, draft.kinds[place] as Kind));
      const before = drafts.slice(0, index);
      /** Conditions of this question, in the round of an option. */
      const conditions = (prefix: string, value: string): readonly Condition[] => [
        { text: `item.value == '${options[0]?.[0]}'`, holds: () => value === options[0]?.[0] },
        ...before.flatMap((other) =>
          other.names.flatMap((name, place) => (other.kinds[place] as Kind).conditions(name, `${prefix}_${name}`)),
        ),
      ];
      const at = (prefix: string, value: string): Condition | null => {
        const all = conditions(prefix, value);
        return draft.luck < 0.4 ? (all[Math.floor(draft.which * all.length)] as Condition) : null;
      };
      const isInside = draft.seed < 0.1 && index < drafts.length - 2;
      const to = isInside ? (drafts.at(-1)?.names[0] as string) : draft.seed < 0.2 ? below : null;
      const jump = (prefix: string): Condition =>
        (draft.kinds[0] as Kind).conditions(draft.names[0] as string, `${prefix}_${draft.names[0]}`)[0] as Condition;
      return { draft, fields, at, to, isInside, jump };
    });
    for (const [value, word] of options) {
      const prefix = `${list}_${word}`;
      for (const { fields, at, to, isInside, jump } of questions) {
        const own = at(prefix, value);
        this.screens.push({
          fields: fields.map(({ own: written, modelled }) => {
            const name = `${prefix}_${modelled.name}`;
            this.mix(name, written);
            return { ...modelled, name };
          }),
          asked: (all) =>
            listIn(all, list).includes(value) && (gate === null || gate.holds(all)) && (own === null || own.holds(all)),
          next: to === null ? [] : [{ when: jump(prefix).holds, to: isInside ? `${prefix}_${to}` : to }],
        });
      }
    }
    return {
      forEach: list,
      ...(gate === null ? {} : { when: gate.text }),
      questions: questions.map(({ draft, fields, at, to, jump }) => {
        const condition = at('', '');
        const shared = {
          question: `E sobre {{ item.label }}?`,
          ...(condition === null ? {} : { when: condition.text }),
          ...(to === null ? {} : { next: [{ when: jump('').text, to }] }),
        };
        const [name] = draft.names;
        if (fields.length === 1) return { name, ...shared, ...fields[0]?.own };
        const entries = fields.map(({ own }, place) => [draft.names[place], { label: `Campo ${place}`, ...own }]);
        return { ...shared, fields: Object.fromEntries(entries) as object };
      }),
    };
  }
}

/** The types whose options can have conditions. */
const varying: ReadonlySet<string> = new Set(['choice', 'choices', 'dropdown']);

interface MixedOption {
  readonly value: string | number;
  readonly exclusive?: boolean;
  readonly fixed?: boolean;
}

/** The questions that a visitor with these values is asked, in the order of the file. */
function courseOf(screens: readonly ModelledScreen[], entered: Answers) {
  const asked: string[] = [];
  const values: Record<string, Value | undefined> = { answers: entered['answers'] };
  let skippedTo: string | null = null;
  for (const { fields, asked: isAsked, next } of screens) {
    if (skippedTo !== null && fields[0]?.name !== skippedTo) continue;
    skippedTo = null;
    if (!isAsked(values)) continue;
    for (const { name, shown = always } of fields) {
      asked.push(name);
      if (!isEmpty(entered[name]) && shown(values)) values[name] = entered[name];
    }
    skippedTo = next.find(({ when }) => when(values))?.to ?? null;
  }
  return { asked, values };
}

function enterInto({ kind, isRequired }: ModelledField, random: Random, isCareful: boolean): Entry {
  const luck = isCareful ? 1 : random();
  const entry = (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value);
  if (luck < 0.15) return { posted: [], stored: null, isRight: !isRequired };
  if (luck < 0.3 && kind.wrong.length > 0)
    return { posted: entry(pick(random, kind.wrong)), stored: null, isRight: false };
  const [posted, stored] = pick(random, kind.right);
  return { posted: entry(posted), stored, isRight: true };
}

/** The options of the question with rounds: their values, and the words in the names of the rounds. */
const lists = [
  ['a', 'a'],
  ['b 2', 'b_2'],
  ['c-3', 'c_3'],
  ['D', 'D'],
] as const;

/** Several choices with rounds: an exclusive option has none. */
function choiceOfRounds(random: Random): { kind: Kind; rounds: readonly (readonly [string, string])[] } {
  const rounds = lists.slice(0, 2 + Math.floor(random() * 3));
  const [first, second] = rounds.map(([value]) => value) as [string, string];
  const hasNone = random() < 0.5;
  const options = [
    ...rounds.map(([value]) => ({ value, label: `O ${value}` })),
    ...(hasNone ? [{ value: 'none', label: 'Nenhum', exclusive: true }] : []),
  ];
  const last = rounds.at(-1)?.[0] as string;
  return {
    rounds,
    kind: {
      type: 'choices',
      own: (again) => ({ options, ...(again() < 0.3 ? { shuffle: 'all' } : {}) }),
      right: [
        [[first], [first]],
        [
          [first, second],
          [first, second],
        ],
        [[last], [last]],
        [rounds.map(([value]) => value), rounds.map(([value]) => value)],
        ...(hasNone ? ([[['none'], ['none']]] as const) : []),
      ],
      wrong: [['x'], ...(hasNone ? [[first, 'none']] : [])],
      conditions: (written, name) => [
        { text: `'${first}' in ${written}`, holds: (all) => listIn(all, name).includes(first) },
      ],
    },
  };
}

const bands = [
  ['high', 60],
  ['middle', 30],
  ['low', null],
] as const;

/** A random quiz in one file, or as a flow that calls another one. */
export function randomQuiz(id: string, random: Random): RandomQuiz {
  const base = randomForm(id, random);
  const { questions: rest, ...funnel } = randomQuestions(base, random);
  const isCalling = random() < 0.3;
  const plain = Array.from({ length: Math.floor(random() * 4) }, (_, index) => ({
    id: `q${index + 1}`,
    values: [0, 2, 5, 10].slice(0, 3 + Math.floor(random() * 2)),
  }));
  const maker = new QuizMaker(random, !isCalling);
  const plainQuestions = plain.map(({ id: own, values }) => {
    const question = {
      question: `Quanto ${own}?`,
      options: values.map((value) => ({ value, label: `Nível ${value}` })),
      ...mixing(random),
    };
    maker.mix(own, question);
    return isCalling ? { id: own, ...question } : question;
  });

  // What the called flow asks, in the order of the visit.
  const before =
    isCalling && random() < 0.5
      ? [maker.ask('f80', { kind: kinds[0] as Kind }), maker.ask('f81', { kind: kinds[1] as Kind })]
      : [];
  const level = (all: Answers): number => (before.length === 0 ? 5 : numberIn(all, 'f81'));
  const inside = isCalling
    ? [maker.ask('f70', { kind: kinds[3] as Kind }), maker.ask('f71', { kind: kinds[1] as Kind })]
    : [];
  const deeper = isCalling
    ? [maker.ask('g72', { when: { text: '', holds: (all) => level(all) > 6 } })].map(
        ({ when: _, ...own }: { when?: string }) => own,
      )
    : [];

  const gate = random() < 0.3 ? maker.ask('f85', { kind: kinds[0] as Kind }) : null;
  const sums: readonly Condition[] =
    plain.length === 0 || isCalling
      ? []
      : [
          { text: 'sum(answers) < 10', holds: (all) => sum(listIn(all, 'answers')) < 10 },
          { text: '10 in answers', holds: (all) => listIn(all, 'answers').includes(10) },
          { text: 'answers[0] == 0', holds: (all) => listIn(all, 'answers')[0] === 0 },
        ];
  const asked: object[] = [...(gate === null ? [] : [gate]), ...(random() < 0.5 ? [maker.askTwo('f60')] : [])];
  if (random() < 0.7) {
    const { kind, rounds } = choiceOfRounds(random);
    const when = sums.length > 0 && random() < 0.3 ? pick(random, sums) : undefined;
    asked.push(maker.ask('f90', { kind, when }));
    const gates = gate === null ? sums : (kinds[0] as Kind).conditions('f85', 'f85');
    const condition = gates.length > 0 && random() < 0.3 ? pick(random, gates) : null;
    asked.push(maker.rounds('f90', rounds, condition, 'f94'));
    const [[first, word]] = rounds as [(typeof rounds)[number]];
    const chosen: Condition = { text: `'${first}' in f90`, holds: (all) => listIn(all, 'f90').includes(first) };
    const inRound = maker.screens.flatMap(({ fields }) => fields).find(({ name }) => name === `f90_${word}_r0`);
    const tails = [chosen, ...sums, ...(inRound?.kind.conditions(inRound.name, inRound.name) ?? [])];
    asked.push(maker.ask('f94', { when: random() < 0.5 ? pick(random, tails) : undefined }));
  } else if (sums.length > 0) asked.push(maker.ask('f94', { when: pick(random, sums) }));

  const { screens, mixed } = maker;
  const fields = new Map(screens.flatMap((screen) => screen.fields.map((field) => [field.name, field] as const)));
  const most =
    sum(plain.map(({ values }) => Math.max(...values))) +
    sum([...fields.values()].map(({ isScored, kind }) => (isScored ? (kind.points?.most ?? 0) : 0)));
  const hasResults = !isCalling && most > 0;
  const scoreOf = (values: Answers): number =>
    Math.floor(
      (100 *
        (sum(listIn(values, 'answers')) +
          sum(
            [...fields.values()].map(({ name, isScored, kind }) =>
              isScored && values[name] !== undefined ? (kind.points?.of(values[name]) ?? 0) : 0,
            ),
          ))) /
        most +
        0.5,
    );
  const model: QuizModel = {
    ...{ plain, mixed },
    course: (entered) => courseOf(screens, entered),
    enter: (name, again, isCareful) => enterInto(fields.get(name) as ModelledField, again, isCareful),
    isShown: (name, answers) => fields.get(name)?.shown?.(answers) ?? true,
    isOffered: (name, answers) => {
      const { always: own, others } = fields.get(name)?.offered ?? {};
      return (
        own === undefined ||
        isEmpty(answers[name]) ||
        [answers[name]].flat().every((each) => own.includes(each as Value)) ||
        others?.(answers) === true
      );
    },
    knows: (name) => fields.has(name),
    sent: (values) => ({
      ...(plain.length === 0 ? {} : { answers: values['answers'] ?? null }),
      ...(hasResults
        ? {
            score: scoreOf(values),
            result: (bands.find(([, from]) => from === null || scoreOf(values) >= from) as (typeof bands)[number])[0],
          }
        : {}),
      ...(isCalling ? { twice: 2 * numberIn(values, 'f71') + level(values), first: values['f70'] ?? null } : {}),
    }),
  };
  const questions = [...(isCalling ? [] : plainQuestions), ...asked, ...rest];
  const results = Object.fromEntries(
    bands.map(([name, from]) => [name, { ...(from === null ? {} : { from }), title: name, text: name }]),
  );
  const path = (kind: string, own = id): string => `${own}.${kind}.json`;
  const file = (kind: string, content: object, own = id) => ({ path: path(kind, own), text: JSON.stringify(content) });
  const files = isCalling
    ? callingFiles(id, { funnel, questions, before, inside, deeper, plain, plainQuestions, fields }, file)
    : [file('funnel', { ...funnel, questions, ...(hasResults ? { results } : {}) })];
  return { id, files, fill: (again, isCareful): Entries => base.fill(again, isCareful), model };
}

const sum = (all: readonly (string | number)[]): number => all.reduce<number>((total, each) => total + Number(each), 0);

interface CallingParts {
  readonly funnel: object;
  readonly questions: readonly object[];
  readonly before: readonly object[];
  readonly inside: readonly object[];
  readonly deeper: readonly object[];
  readonly plain: readonly PlainQuestion[];
  readonly plainQuestions: readonly object[];
  readonly fields: ReadonlyMap<string, ModelledField>;
}

/** A flow that calls another one, which asks the questions without a type and some more. */
function callingFiles(
  id: string,
  { funnel, questions, before, inside, deeper, plain, plainQuestions, fields }: CallingParts,
  file: (kind: string, content: object, own?: string) => { path: string; text: string },
) {
  const { title, description } = funnel as { title: string; description: string };
  const block = { type: 'question', next: 'Continuar', previous: 'Voltar', finish: 'Enviar' };
  const failed = { onError: { toast: 'Erro', text: 'Não foi enviado.' } };
  const answers =
    plain.length === 0
      ? {}
      : {
          answers: {
            ...{ type: 'list', of: 'number', length: plain.length },
            allowed: [...new Set(plain.flatMap(({ values }) => values))].sort((one, other) => one - other),
          },
        };
  const isRequired = (name: string): boolean => fields.get(name)?.isRequired === true;
  const optional = (name: string): object => (isRequired(name) ? {} : { optional: true });
  const first = before.length === 0 ? 'call' : 'before';
  const inner = `${id}-inner`;
  return [
    file('page', { page: `${id}-page`, blocks: [{ type: 'stage' }] }, `${id}-page`),
    file('flow', {
      ...{ flow: id, page: `${id}-page`, start: 'start' },
      questions: {
        ...(before.length === 0 ? {} : { before: { items: before } }),
        questions: { items: questions },
      },
      steps: {
        start: {
          ...{ path: [`/${id}`], title, description },
          show: [{ type: 'actions', actions: [{ label: 'Começar', send: 'begin' }] }],
          on: { begin: { to: first } },
        },
        ...(before.length === 0 ? {} : { before: { ask: 'before', show: [block], next: 'call' } }),
        call: {
          ...{ call: inner, title },
          with: {
            level: before.length === 0 ? '5' : 'default(f81, 0)',
            ...(before.length === 0 ? {} : { f80: 'f80' }),
          },
          saveAs: { twice: 'doubled', first: 'who' },
          branch: [{ when: "first == 'Olinda'", to: 'extra' }, { to: 'questions' }],
        },
        extra: {
          show: [
            { type: 'text', title: 'Olá, {{ first }}: {{ twice }}' },
            { type: 'actions', actions: [{ label: 'Certo', send: 'ok' }] },
          ],
          on: { ok: { to: 'questions' } },
        },
        questions: {
          ...{ ask: 'questions', title, show: [block], next: 'thanks' },
          submit: { calls: [{ post: `/api/${id}` }], ...failed },
        },
        thanks: { show: [{ type: 'text', title: 'Obrigado' }], final: true },
      },
    }),
    file(
      'flow',
      {
        ...{ flow: inner, start: plain.length === 0 ? 'inside' : 'levels' },
        input: { level: { type: 'number' }, f80: { type: 'text', maxLength: 3, optional: true } },
        returns: { doubled: 'default(f71, 0) * 2 + level', who: 'f70' },
        ...(plain.length === 0 ? {} : { data: answers }),
        questions: {
          ...(plain.length === 0 ? {} : { levels: { saveAs: 'answers', items: plainQuestions } }),
          ...{ inside: { items: inside }, deeper: { items: deeper } },
        },
        steps: {
          ...(plain.length === 0
            ? {}
            : {
                levels: {
                  ask: 'levels',
                  show: [block],
                  onEmpty: { toast: 'Escolha', text: 'Uma opção.' },
                  next: 'inside',
                },
              }),
          inside: { ask: 'inside', show: [block], branch: [{ when: 'level > 6', to: 'deeper' }, { to: 'end' }] },
          deeper: { ask: 'deeper', show: [block], next: 'end' },
        },
      },
      inner,
    ),
    file(
      'api',
      {
        api: id,
        intakes: {
          [id]: {
            ...{ post: `/api/${id}`, form: `${id}-questions` },
            input: {
              ...answers,
              ...(before.length === 0
                ? {}
                : {
                    f80: { type: 'choice', of: ['yes', 'no'], ...optional('f80') },
                    f81: { type: 'number', ...optional('f81') },
                  }),
              f70: { type: 'text', maxLength: 20, ...optional('f70') },
              f71: { type: 'number', ...optional('f71') },
              first: { type: 'text', maxLength: 20, optional: true },
              twice: { type: 'number' },
            },
            ...{ records: `${id}_leads`, retention: { days: 30 }, rateLimit: 600, response: { ok: true } },
          },
        },
      },
      id,
    ),
  ];
}
