/** What the intakes of a site refuse of what a flow leads its visitors to send. */
import type { Json } from '../../schemas/compiled.ts';
import type { ValueType } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { capOf } from '../fields/bounds.ts';
import { kindOf, optionsOf } from '../fields/field.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import type { FieldDefinition } from '../forms/types.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import type { Effect } from '../session/effects.ts';
import { acceptedValues, valuesOfType } from './examples.ts';
import { exploreFlow, type Way, walkTo } from './explore.ts';
import { intakeAnswer, isSmooth, type Move, movesSource, type Refusal } from './moves.ts';
import { findVisitors, type WalkVisitor } from './visitors.ts';

/** A refusal, with the shortest walk to it. */
export interface RefusedSubmission {
  readonly refusal: Refusal;
  readonly walk: ReturnType<typeof walkTo>;
  /** The step whose own address lets visitors skip what the intake requires; null if the flow leads to the refusal. */
  readonly entered: string | null;
}

/** The most places that are visited. Beyond them, what is sent is not tried. */
const mostPlaces = 4000;

/** How many visitors differ in the options and limits of what they answer. A longer list is tried at its ends and between. */
const mostVariants = 12;

/** The item of a list for one of several variants: each item once if there are as many variants, else some of them. */
const variantOf = <Item>(items: readonly Item[], variant: number, variants: number): Item | undefined =>
  items.length <= variants
    ? items[variant % items.length]
    : items[Math.round((variant * (items.length - 1)) / (variants - 1))];

/** Values at the limits of what a field accepts. */
function limitsOf(field: FieldDefinition): Json[] {
  const options = (optionsOf(field) ?? []).filter(({ exclusive }) => !exclusive).map(({ value }) => value);
  switch (kindOf(field)) {
    case 'flag':
      return [true, false];
    case 'list':
      return [options, ...options.map((each) => [each]), []];
    case 'text': {
      if (options.length > 0) return [...options, ''];
      const numbers = field.rules.flatMap((rule) =>
        [('min' in rule ? rule.min : null) ?? null, ('max' in rule ? rule.max : null) ?? null].flatMap((each) =>
          typeof each === 'number' || typeof each === 'string' ? [String(each)] : [],
        ),
      );
      const cap = capOf(field);
      const longest = cap === undefined ? [] : ['a'.repeat(cap), `${'a'.repeat(Math.max(cap - 12, 1))}@example.com`];
      return [...longest, ...numbers, '0', ''];
    }
  }
}

/** Visitors who give other answers than the usual ones, so that every option and limit is sent once. */
function variants({ flow, forms, validate }: CompiledFlow): WalkVisitor[] {
  const lists = new Map<string, readonly Json[]>();
  const questions = Object.values(flow.questions ?? {});
  for (const form of forms)
    for (const field of form.fields) {
      const usual = { ...acceptedValues(validate, form).values };
      lists.set(
        field.name,
        limitsOf(field).filter((value) => {
          const verdict = validate(form.id, { ...usual, [field.name]: value });
          return verdict.ok || !verdict.errors.some((error) => error.field === field.name);
        }),
      );
    }
  for (const [name, type] of Object.entries(flow.data ?? {}))
    if (!type.generate && type.type !== 'list') lists.set(name, valuesOfType(type as ValueType));
  const sizes = [...lists.values(), ...questions.flatMap(({ items }) => items.map(({ options }) => options))];
  const count = Math.min(Math.max(0, ...sizes.map(({ length }) => length)), mostVariants);
  return Array.from({ length: count }, (_, variant) => ({
    source: {},
    values: Object.fromEntries([
      ...[...lists].flatMap(([name, values]) => {
        const value = variantOf(values, variant, count);
        return value === undefined ? [] : [[name, value] as const];
      }),
      ...questions.map(({ saveAs, items }) => [
        saveAs,
        items.map(({ options }) => variantOf(options, variant, count)?.value ?? null),
      ]),
    ]),
  }));
}

/** The step that a visit begins with by its own address, which requires no values; null for the start of the flow. */
function stepEntered({ start, steps }: FlowDefinition, move: Move | undefined): string | null {
  if (move?.kind !== 'open' || move.input.screen === null) return null;
  const step = stepOf(move.input.screen);
  return step === start || steps[step]?.query !== undefined ? null : step;
}

/**
 * Sends what visitors of a flow send to the intakes of its site.
 * @returns what is refused, each mistake once. A closed intake is none
 */
export function refusedSubmissions(compiled: CompiledFlow, answers: IntakeAnswers): readonly RefusedSubmission[] {
  const source = movesSource(watchFlow(compiled), answers);
  if (source.calls.size === 0 && Object.keys(compiled.flow.calls).length === 0) return [];
  const found: { readonly led: RefusedSubmission[]; readonly entered: RefusedSubmission[] } = { led: [], entered: [] };
  const known = new Set<string>();
  const add = (refusal: Refusal, way: Way): void => {
    if (refusal.status === 409) return;
    const walk = walkTo(way);
    const step = stepEntered(compiled.flow, walk[0]?.move);
    const of = step === null ? 'led' : 'entered';
    const names = Object.keys(refusal.errors);
    const keys = (names.length === 0 ? [refusal.message] : names).map((name) =>
      JSON.stringify([of, refusal.call.path, refusal.status, name]),
    );
    if (keys.every((key) => known.has(key))) return;
    for (const key of keys) known.add(key);
    found[of].push({ refusal, walk, entered: step });
  };
  const seen = (way: Way, _: readonly string[], effects: readonly Effect[]): void => {
    if (way.move.kind === 'send' && way.move.refusal !== undefined) add(way.move.refusal, way);
    for (const effect of effects) {
      if (effect.kind !== 'call' || !effect.background) continue;
      const answer = intakeAnswer(answers, effect);
      if ('refusal' in answer) add(answer.refusal, way);
    }
  };
  const visitors = [...findVisitors(compiled).visitors, ...variants(compiled)];
  exploreFlow(source, visitors, mostPlaces, isSmooth, { conditions: [], events: new Map(), seen });
  const paths = new Set(found.led.map(({ refusal }) => refusal.call.path));
  return [...found.led, ...found.entered.filter(({ refusal }) => !paths.has(refusal.call.path))];
}
