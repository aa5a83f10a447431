/** Compares a transition table with the machine that it was compiled from, in every visit that the table can reach. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { optionsOf } from '../../engine/fields/field.ts';
import { applyMask, longestOf } from '../../engine/fields/masks/masks.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { leafOf, type Session, type SessionEvent, sendEvent, stateOf } from '../../engine/session/session.ts';
import {
  startVisit,
  type TableState,
  type TableVisit,
  type TransitionTable,
  takeEvent,
} from '../../engine/session/table.ts';
import { tableRuntime } from '../../engine/session/table-runtime.ts';
import { screensOf } from '../../engine/steps/steps.ts';
import type { Json } from '../../schemas/compiled.ts';

export interface TableWalk {
  /** Visits that differ in state, values or error. */
  readonly visits: number;
  /** Events that the table took, and events that it left to the machine. */
  readonly taken: number;
  readonly left: number;
}

/** All lists of some of these texts, in their order. */
export const subsetsOf = (all: readonly string[]): string[][] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_each, index) => (bits >> index) % 2 === 1));

const numbers = [
  '',
  '   ',
  '0',
  '7',
  '50',
  '1e9',
  '1,5',
  '1.5',
  '1.234',
  '1.234,5',
  '-7',
  '007',
  '1234567890123456',
  '\ud800',
];
const days = ['2026-11-26', '2026-02-29', '2024-02-29', '0000-01-01', '26/11/2026', '2026-11-6', ' 2000-01-01 '];

/** What visitors type into a field: nothing, too much, what another field asks, what only a paste can enter. */
function textsFor({ rules, placeholder = '', number, mask }: FieldDefinition): string[] {
  if (mask !== undefined) {
    const longest = longestOf(mask);
    const digits = [
      ...Array.from({ length: longest + 2 }, (_, length) => '1987654321'.repeat(9).slice(0, length)),
      ...(mask.prefixes ?? []).flatMap((each) => [each.padEnd(longest, '9'), each + '9'.repeat(longest - 1)]),
    ];
    const typed = digits.map((each) => applyMask(mask, each));
    // As a browser writes them, and as only a script or a paste enters them.
    return [...new Set([...typed, ...digits, placeholder, '   ', 'a', ` ${typed[6]} `, `${typed[5]}x`, '\ud800'])];
  }
  if (number !== undefined) {
    const { min = 1, max = 9, step = 0.5 } = number;
    return [...numbers, ...[min, min - step, min + step, max, max + step].map((each) => ` ${each} `)];
  }
  if (rules.some(({ rule }) => rule === 'date')) return [...numbers.slice(0, 3), ...days, '\ud800'];
  const lengths = rules.flatMap((rule) => ('length' in rule ? [rule.length - 1, rule.length, rule.length + 1] : []));
  return [
    ...['', '   ', 'a', ' Ana ', 'ana@exemplo.com', 'ana@exemplo', 'ana @exemplo.com', '@', 'exemplo.com', placeholder],
    ...['👍', '👍👍', '1e9', '1,5', '-7', '01310-100', 'a\tb', 'a\nb', '\ud800', '\u00a0\ufeff', 'a"b<c>&', '$&', '^$'],
    ...lengths.flatMap((length) => ['a'.repeat(length), ` ${'é'.repeat(length)} `, '👍'.repeat(length / 2)]),
    ...[121, 255, 4001].map((length) => 'x'.repeat(length)),
    `${'x'.repeat(250)}@b.co`,
  ];
}

/** The events of a form with one text or box, and some that no browser sends. */
const textEvents = (field: string, texts: readonly (string | boolean)[]): SessionEvent[] => [
  ...[...texts, ['a'], null].flatMap((value): SessionEvent[] => [
    { type: 'INPUT', field, value },
    { type: 'SUBMIT', values: { [field]: value } },
  ]),
  { type: 'SUBMIT', values: {} },
];

interface FormEvents {
  readonly followed: readonly SessionEvent[];
  /** Those after which the walk does not go on: of several fields, all answers would be too many visits. */
  readonly compared: readonly SessionEvent[];
}

/** Every event that the form of a screen can cause, if the screen has one. */
function formEvents({ compiled }: Session, { fields: names = {} }: TableState): FormEvents {
  const asked = compiled.forms.flatMap(({ fields }) => fields).filter(({ name }) => name in names);
  // The form of another screen.
  const other: SessionEvent = { type: 'INPUT', field: 'nome', value: 'Maria' };
  const [field] = asked;
  if (field === undefined) return { followed: [other], compared: [] };
  return asked.length === 1 ? { followed: fieldEvents(field), compared: [other] } : severalEvents(compiled, asked);
}

/**
 * Edits of each field, submissions with few answers to each in all combinations, and with every answer to one. If options have
 * conditions, there is a submission of each combination of options.
 */
function severalEvents({ forms, validate }: CompiledFlow, fields: readonly FieldDefinition[]): FormEvents {
  const { id = '' } = forms.find((form) => form.fields.includes(fields[0] as FieldDefinition)) ?? {};
  const answers = fields.map((field) => {
    const values = fieldEvents(field).flatMap((event) => (event.type === 'INPUT' ? [event.value as Json] : []));
    const isRight = (value: Json): boolean => {
      const verdict = validate(id, { [field.name]: value });
      return verdict.ok || verdict.errors.every((error) => error.field !== field.name);
    };
    const few = [values[0], values[1], values.find((value) => `${value}`.trim() !== '' && isRight(value))];
    return { name: field.name, values, few: [...new Set(few)].filter((each) => each !== undefined) };
  });
  const submit = (values: readonly Json[]): SessionEvent => ({
    type: 'SUBMIT',
    values: Object.fromEntries(answers.map(({ name }, index) => [name, values[index] as Json])),
  });
  const combine = (all: readonly (readonly Json[])[]): Json[][] =>
    all.reduce<Json[][]>((made, own) => made.flatMap((before) => own.map((each) => [...before, each])), [[]]);
  const combined = combine(answers.map(({ few }) => few));
  // Conditions of options read any answer to the others.
  const isVaried = fields.some((field) => optionsOf(field)?.some(({ when }) => when !== undefined));
  const varied = combine(
    answers.map(({ values, few }, at) => (optionsOf(fields[at] as FieldDefinition) === undefined ? few : values)),
  );
  const edits = answers.flatMap(({ name, few }) =>
    few.map((value) => ({ type: 'INPUT', field: name, value }) as const),
  );
  const right = answers.map(({ few }) => few.at(-1) as Json);
  const alone = answers.flatMap(({ values }, at) =>
    values.map((value) => submit(right.map((each, index) => (index === at ? value : each)))),
  );
  return {
    followed: [...edits, ...combined.map(submit)],
    compared: [...alone, ...(isVaried ? varied.map(submit) : []), { type: 'SUBMIT', values: {} }],
  };
}

function fieldEvents(field: FieldDefinition): SessionEvent[] {
  const { name } = field;
  if (field.type === 'checkbox') return textEvents(name, [true, false, 'true']);
  if (optionsOf(field) === undefined) return textEvents(name, textsFor(field));
  const options = [...(optionsOf(field) ?? []).map(({ value }) => value), 'no option'];
  const answers: Json[] = field.type === 'choices' ? ['', ...subsetsOf(options)] : ['', ...options, [options[0] ?? '']];
  return [
    ...answers.map((value) => ({ type: 'INPUT', field: name, value }) as const),
    ...answers.map((value) => ({ type: 'SUBMIT', values: { [name]: value } }) as const),
  ];
}

/** Every event that a visitor of a flow can cause apart from its forms, and some that no screen offers. */
function eventsOf({ compiled: { flow } }: Session): SessionEvent[] {
  const options = Object.values(flow.questions ?? {}).flatMap(({ items }) => items.flatMap((item) => item.options));
  const values = [...new Set(options.map(({ value }) => value)), -1];
  const names = new Set(Object.values(flow.steps).flatMap(({ on = {} }) => Object.keys(on)));
  return [
    ...values.map((value) => ({ type: 'SELECT', value }) as const),
    { type: 'NEXT' },
    ...values.map((value) => ({ type: 'NEXT', value }) as const),
    { type: 'PREVIOUS' },
    ...[...names, 'unknown'].map((name) => ({ type: 'on', name }) as const),
    ...screensOf(flow).map(({ screen }) => ({ type: 'GO', screen }) as const),
  ];
}

/** The timer that runs after a session's effects. @param before the one that ran before them */
const timerAfter = (effects: readonly Effect[], before: TableState['after']): TableState['after'] =>
  effects.reduce<TableState['after']>(
    (running, effect) =>
      effect.kind === 'timer'
        ? [{ type: 'TIMER', id: effect.id }, effect.ms]
        : effect.kind === 'cancel'
          ? undefined
          : running,
    before,
  );

const isTimed = ({ kind }: Effect): boolean => kind === 'timer' || kind === 'cancel';

/** What a table knows of a session. */
export const knownOf = (session: Session, lists: readonly string[]) => {
  const { values, errors } = session.snapshot.context;
  return {
    state: stateOf(session),
    values: Object.fromEntries(lists.map((name) => [name, values[name] ?? null])),
    errors: Object.keys(errors),
  };
};

/** The same of a visit in the table. */
export const shownIn = (visit: TableVisit) => ({ ...visit, errors: visit.errors.map(([, field]) => field) });

/** Sends every event in every visit that the table can reach to both. Fails at the first difference. */
export function walkTable(session: Session, table: TransitionTable): TableWalk {
  const lists = Object.keys(table.values);
  const events = eventsOf(session);
  const start = startVisit(table);
  expect(shownIn(start)).toEqual(knownOf(session, lists));
  const seen = new Set([JSON.stringify(start)]);
  const waiting = [{ visit: start, session }];
  /** The texts of the errors that the table distinguishes. */
  const texts = new Map<string, string>();
  let taken = 0;
  let left = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const state = table.states[next.visit.state] as TableState;
    const { screen, after } = state;
    expect(screen).toBe(leafOf(next.session).screen);
    const timer = after === undefined ? [] : [after[0]];
    const { followed, compared } = formEvents(next.session, state);
    for (const event of [...events, ...followed, ...timer, ...compared]) {
      const step = takeEvent(table, next.visit, event, tableRuntime);
      if (step === null) {
        left += 1;
        continue;
      }
      taken += 1;
      const own = sendEvent(next.session, event, { at: 1, random: 0.5 });
      const effects = own.effects.filter((effect) => !isTimed(effect));
      const found = { visit: shownIn(step.visit), effects: step.effects, after: table.states[step.visit.state]?.after };
      const wanted = { visit: knownOf(own.session, lists), effects, after: timerAfter(own.effects, after) };
      // An assertion takes longer than the step: there is one only for a difference.
      if (!isDeepStrictEqual(found, wanted))
        expect(found, `${JSON.stringify(event)} in ${JSON.stringify(next.visit)}`).toEqual(wanted);
      for (const each of step.visit.errors) {
        const [, field] = each;
        const error = `${step.visit.state} ${String(each)}`;
        const text = own.session.snapshot.context.errors[field] as string;
        if ((texts.get(error) ?? text) !== text) expect(texts.get(error), error).toBe(text);
        texts.set(error, text);
      }
      if (compared.includes(event)) continue;
      const key = JSON.stringify(step.visit);
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push({ visit: step.visit, session: own.session });
    }
  }
  return { visits: seen.size, taken, left };
}
