/** The visitors that walk through a flow: what they answer, so that each branch of the flow is taken by one of them. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { OptionDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { namesIn, scopeOf } from '../flow/scope.ts';
import { plainSigns, writeNumber } from '../values/number-text.ts';
import { acceptedValues, valuesOfType } from './examples.ts';

/** What a visitor answers. */
export interface WalkVisitor {
  /** Answers, fields and replies, by name. A value that is not given is any plausible one. */
  readonly values: Readonly<Record<string, Json>>;
  /** Where the visitor comes from: `src`, `utm_source`. */
  readonly source: Readonly<Record<string, string | null>>;
}

export interface WalkVisitors {
  /** The first one gives the first option of everything. */
  readonly visitors: readonly WalkVisitor[];
  /** The number of possible combinations of answers, and of those that were tried. */
  readonly combinations: number;
  readonly tried: number;
}

/** One value that can vary: a whole value, or an item of a list. */
interface Choice {
  readonly name: string;
  readonly index: number | null;
  /** A value that a visitor brings along under `visit`. */
  readonly isSource: boolean;
  readonly values: readonly Json[];
}

/** The values of the options that can be combined. */
const inclusiveOf = (options: readonly OptionDefinition[]): string[] =>
  options.flatMap(({ value, exclusive }) => (exclusive ? [] : [value]));

interface Branch {
  readonly when?: Code;
}

/** The most combinations of answers that are tried. */
export const mostCombinations = 20_000;
const mostVisitors = 100;

/** The conditions of a flow's branches. */
export const conditionsOf = (flow: FlowDefinition): Code[] =>
  Object.values(flow.steps).flatMap((step) =>
    step.kind === 'branch' ? step.branch.flatMap(({ when }) => (when === undefined ? [] : [when])) : [],
  );

/** Whether a condition has the same value for every visitor, because it compares only facts. */
export const isConstant = (when: Code): boolean => namesIn(when).length === 0;

/** The codes that a condition depends on: its own and those of the computed values it reads. */
function codesBehind(flow: FlowDefinition, when: Code): { codes: Code[]; limits: number[] } {
  const codes: Code[] = [];
  const limits: number[] = [];
  const seen = new Set<string>();
  const visit = (code: Code): void => {
    codes.push(code);
    for (const name of namesIn(code)) {
      const compute = Object.hasOwn(flow.computed ?? {}, name) ? flow.computed?.[name] : undefined;
      if (compute === undefined || seen.has(name)) continue;
      seen.add(name);
      for (const part of [compute.value, compute.classify, ...Object.values(compute.lowest ?? {})])
        if (part !== undefined) visit(part as Code);
      for (const range of Object.values(compute.ranges ?? {})) {
        const limit = Number(range.split(' ')[1]);
        if (Number.isFinite(limit)) limits.push(limit);
      }
    }
  };
  visit(when);
  return { codes, limits };
}

/** The texts and numbers in a code. */
function literalsIn(code: Code): Json[] {
  if (typeof code === 'string' || typeof code === 'number') return [code];
  if (!Array.isArray(code) || code[0] === '$') return [];
  if (code[0] === '#') return code.slice(1).flat(2) as Json[];
  const operands: readonly unknown[] = code[0] === '.' ? code.slice(1, 2) : code.slice(1);
  return operands.flatMap((each) => literalsIn(each as Code));
}

/** The members of a value that a code reads: `src` of `visit`. */
export function membersIn(code: Code, owner: string): string[] {
  if (!Array.isArray(code) || code[0] === '#' || code[0] === '$') return [];
  const [operation, object, key] = code;
  const isOwn = operation === '.' && Array.isArray(object) && object[0] === '$' && object[1] === owner;
  if (isOwn) return typeof key === 'string' ? [key] : [];
  return (code.slice(1) as Code[]).flatMap((each) => membersIn(each, owner));
}

/**
 * The names that the guards of a flow read, apart from computed values.
 * @param more further conditions
 */
export function namesGuarded(flow: FlowDefinition, more: readonly Code[] = []): string[] {
  const names = [...conditionsOf(flow), ...more].flatMap((when) =>
    codesBehind(flow, when).codes.flatMap((code) => namesIn(code)),
  );
  return [...new Set(names)].filter((name) => !Object.hasOwn(flow.computed ?? {}, name));
}

/** @param conditions the codes whose values depend on the choices */
function choicesOf({ flow, forms, validate }: CompiledFlow, conditions: readonly Code[]): Choice[] {
  const choices = new Map<string, Choice>();
  const add = (name: string, values: readonly Json[], index: number | null = null, isSource = false): void => {
    const key = `${isSource} ${name} ${index}`;
    const known = choices.get(key)?.values ?? [];
    const texts = new Map([...known, ...values].map((value) => [JSON.stringify(value), value]));
    choices.set(key, { name, index, isSource, values: [...texts.values()] });
  };
  for (const when of conditions) {
    const { codes, limits } = codesBehind(flow, when);
    const literals = [...codes.flatMap(literalsIn), ...limits];
    const texts = literals.filter((each) => typeof each === 'string');
    for (const name of new Set(codes.flatMap((code) => namesIn(code)))) {
      const set = Object.values(flow.questions ?? {}).find(({ saveAs }) => saveAs === name);
      const form = forms.find(({ fields }) => fields.some((field) => field.name === name));
      const type = Object.hasOwn(flow.data ?? {}, name) ? flow.data?.[name] : undefined;
      if (set !== undefined) {
        for (const [index, { options }] of set.items.entries())
          add(
            name,
            options.map(({ value }) => value),
            index,
          );
      } else if (form !== undefined) {
        const field = form.fields.find((each) => each.name === name);
        const usual = acceptedValues(validate, form).values[name] ?? null;
        const options = field !== undefined && 'options' in field ? field.options.map(({ value }) => value) : [];
        const { minor = 1, ...signs } = { ...plainSigns, ...field?.number };
        const numbers = literals.flatMap((each) =>
          typeof each === 'number' ? [each - 1, each, each + 1].map((near) => writeNumber(near / minor, signs)) : [],
        );
        const tried: Json[] =
          field?.type === 'checkbox'
            ? [true, false]
            : field?.type === 'choices'
              ? [usual, [], ...options.map((each) => [each]), options, inclusiveOf(field.options)]
              : options.length > 0
                ? [...options, '']
                : [usual, ...texts, ...numbers, ''];
        add(
          name,
          tried.filter((value) => acceptedValues(validate, form, { [name]: value }).refused.length === 0),
        );
      } else if (type !== undefined) add(name, valuesOfType(type, literals));
      else if (name === 'visit')
        for (const member of codes.flatMap((code) => membersIn(code, 'visit')))
          add(member, [null, 'example', ...texts], null, true);
    }
  }
  return [...choices.values()].filter(({ values }) => values.length > 0);
}

/** The same option everywhere, then all with one and with two others. Conditions on one or two answers are among them. */
function* nearEqual(sizes: readonly number[]): Generator<number[]> {
  const longest = Math.max(...sizes);
  const bases = Array.from({ length: longest }, (_, option) => sizes.map((size) => Math.min(option, size - 1)));
  yield* bases;
  for (const base of bases)
    for (const [one, size] of sizes.entries())
      for (let option = 0; option < size; option += 1) yield base.with(one, option);
  for (const base of bases)
    for (const [one, size] of sizes.entries())
      for (let option = 0; option < size; option += 1)
        for (const [two, other] of sizes.entries())
          if (two > one) for (let last = 0; last < other; last += 1) yield base.with(one, option).with(two, last);
}

/** Combinations of one value per choice: all of them if they are few, else a spread of them. */
function* combinationsOf(choices: readonly Choice[], all: number): Generator<number[]> {
  const sizes = choices.map(({ values }) => values.length);
  if (all <= mostCombinations) {
    for (let number = 0; number < all; number += 1) {
      let rest = number;
      yield sizes.map((size) => {
        const index = rest % size;
        rest = Math.floor(rest / size);
        return index;
      });
    }
    return;
  }
  let count = 0;
  for (const near of nearEqual(sizes)) {
    if (count >= mostCombinations / 2) break;
    count += 1;
    yield near;
  }
  // A fixed sequence (Numerical Recipes), so that each run tries the same combinations.
  let state = 1;
  for (; count < mostCombinations; count += 1)
    yield sizes.map((size) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * size);
    });
}

function visitorOf(choices: readonly Choice[], combination: readonly number[]): WalkVisitor {
  const values: Record<string, Json> = {};
  const source: Record<string, string | null> = {};
  choices.forEach(({ name, index, isSource, values: all }, position) => {
    const value = all[combination[position] as number] ?? null;
    if (isSource) source[name] = value as string | null;
    else if (index === null) values[name] = value;
    else values[name] = Object.assign([...((values[name] as Json[] | undefined) ?? [])], { [index]: value });
  });
  return { values, source };
}

/** What each condition of a flow is for a visitor, as text. A condition that has no value counts as such. */
function verdictsOf(flow: FlowDefinition, branches: readonly (readonly Branch[])[], visitor: WalkVisitor): string {
  const context = { values: visitor.values, visit: visitor.source, at: 0, error: null, reply: null } as unknown;
  const lookup = scopeOf(flow, context as FlowContext);
  return branches
    .map((branch) =>
      branch
        .map(({ when }) => {
          try {
            return when === undefined || evaluate(when, lookup) === true ? '1' : '0';
          } catch {
            return '?';
          }
        })
        .join(''),
    )
    .join(' ');
}

/**
 * What visitors can answer, as far as codes depend on it: every combination of answers if they are few, else a spread.
 * @param codes over the values of the flow
 */
export function* answersFor(compiled: CompiledFlow, codes: readonly Code[]): Generator<WalkVisitor> {
  const choices = choicesOf(compiled, codes);
  const all = choices.reduce((product, { values }) => product * values.length, 1);
  for (const combination of combinationsOf(choices, all)) yield visitorOf(choices, combination);
}

/**
 * Finds a visitor for each combination of the branches that any combination of answers takes. Tries a bounded number.
 * @param more further conditions that the visitors differ in
 */
export function findVisitors(compiled: CompiledFlow, more: readonly Code[] = []): WalkVisitors {
  const { flow } = compiled;
  const choices = choicesOf(compiled, [...conditionsOf(flow), ...more]);
  const branches = [
    ...Object.values(flow.steps).flatMap((step) => (step.kind === 'branch' ? [step.branch as readonly Branch[]] : [])),
    ...more.map((when) => [{ when }]),
  ];
  const all = choices.reduce((product, { values }) => product * values.length, 1);
  const found = new Map<string, WalkVisitor>();
  let tried = 0;
  for (const combination of combinationsOf(choices, all)) {
    tried += 1;
    const visitor = visitorOf(choices, combination);
    const verdicts = verdictsOf(flow, branches, visitor);
    if (!found.has(verdicts)) found.set(verdicts, visitor);
    if (found.size === mostVisitors) break;
  }
  return { visitors: [...found.values()], combinations: all, tried };
}
