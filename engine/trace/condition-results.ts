/** What the conditions of a flow and of its forms say about one value that a visitor types. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { ComputeDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { toPayload } from '../fields/field.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { computeValue, type Lookup, namesIn } from '../flow/scope.ts';
import type { FieldDefinition } from '../forms/types.ts';
import { writeNumber } from '../values/number-text.ts';

/** Operators whose operands are conditions. */
const joining: ReadonlySet<unknown> = new Set(['&&', '||', '!']);

/** All conditions over what visitors enter: of branches, fields and rules. */
function conditionsOf({ flow, forms }: CompiledFlow): readonly Code[] {
  const branches = Object.values(flow.steps).flatMap((step) => (step.kind === 'branch' ? step.branch : []));
  const fields = forms.flatMap((form) => form.fields);
  const all = [...branches, ...fields, ...fields.flatMap(({ rules }) => rules)];
  return all.flatMap(({ when }) => (when === undefined ? [] : [when as Code]));
}

/** The parts of a condition that are compared, each with the names that it reads. */
function comparisonsIn(code: Code): readonly Code[] {
  if (!Array.isArray(code) || code[0] === '#') return [];
  return joining.has(code[0]) ? (code.slice(1) as Code[]).flatMap(comparisonsIn) : [code];
}

/** The texts and numbers in a code. */
function constantsIn(code: Code): Json[] {
  if (typeof code === 'string' || typeof code === 'number') return [code];
  if (!Array.isArray(code) || code[0] === '$') return [];
  if (code[0] === '#') return code.slice(1).flat(2) as Json[];
  return (code.slice(1) as Code[]).flatMap(constantsIn);
}

type ComputeTable = Readonly<Record<string, ComputeDefinition>>;

/** The expressions of a computed value. */
const codesOf = ({ value, classify, lowest = {} }: ComputeDefinition): readonly Code[] =>
  [value, classify, ...Object.values(lowest)].flatMap((code) => (code === undefined ? [] : [code]));

/** The expressions of the computed values that a condition reads, directly or through another one. */
const computedIn = (code: Code, computed: ComputeTable): readonly ComputeDefinition[] =>
  namesIn(code).flatMap((name) => {
    const compute = Object.hasOwn(computed, name) ? computed[name] : undefined;
    return compute === undefined ? [] : [compute, ...codesOf(compute).flatMap((each) => computedIn(each, computed))];
  });

/** What visitors enter that a condition reads, directly or through computed values. */
const enteredIn = (code: Code, computed: ComputeTable): readonly string[] =>
  [code, ...computedIn(code, computed).flatMap(codesOf)]
    .flatMap((each) => namesIn(each))
    .filter((name) => !Object.hasOwn(computed, name));

/** The numbers that bands begin or end with. */
const limitsOf = ({ ranges = {} }: ComputeDefinition): readonly number[] =>
  Object.values(ranges).flatMap((comparison) => Number(comparison.split(' ')[1] ?? Number.NaN) || []);

/** A redacted text with those parts of the real one that are among the given texts, in upper or lower case. */
function withParts(real: string, redacted: string, parts: readonly string[]): string {
  if (real.length !== redacted.length) return redacted;
  const lower = real.toLowerCase();
  let text = redacted;
  for (const part of parts) {
    if (part === '' || lower.length !== real.length) continue;
    for (let at = lower.indexOf(part.toLowerCase()); at >= 0; at = lower.indexOf(part.toLowerCase(), at + 1))
      text = text.slice(0, at) + real.slice(at, at + part.length) + text.slice(at + part.length);
  }
  return text;
}

/** A redacted text, then the same with other digits: some rules accept only a few. */
const shapesOf = (redacted: string): readonly string[] => [
  redacted,
  ...[...'0123456789'].map((digit) => redacted.replace(/[0-9]/g, digit)),
];

/** What conditions say about the values of typed fields. */
export interface ConditionResults {
  /** The results of all comparisons that read this field alone, as a text. */
  of(field: FieldDefinition, value: Json): string;
  /** Stand-ins that differ in these comparisons. The only parts of the real value in them are constants of the comparisons. */
  examples(field: FieldDefinition, real: Json, redacted: Json): readonly string[];
}

/** Prepares the comparisons of a flow by the field that they read. Those of several fields are left out. */
export function conditionResults(compiled: CompiledFlow): ConditionResults {
  const computed: ComputeTable = compiled.flow.computed ?? {};
  const byName = new Map<string, Code[]>();
  for (const comparison of conditionsOf(compiled).flatMap(comparisonsIn)) {
    const [name, ...others] = new Set(enteredIn(comparison, computed));
    if (name === undefined || others.length > 0) continue;
    byName.set(name, [...(byName.get(name) ?? []), comparison]);
  }
  return {
    of(field, value) {
      // A form removes white space around texts before it stores them.
      const text = typeof value === 'string' ? value.trim() : value;
      const read = field.submitAs === 'joined' ? text : toPayload(field, text);
      const lookup: Lookup = (name) => {
        const compute = Object.hasOwn(computed, name) ? computed[name] : undefined;
        return compute === undefined ? read : computeValue(compute, lookup);
      };
      const results = (byName.get(field.name) ?? []).map((code) => {
        try {
          return evaluate(code, lookup);
        } catch {
          return null;
        }
      });
      return JSON.stringify(results);
    },
    examples({ name, number }, real, redacted) {
      const constants = (byName.get(name) ?? []).flatMap((code) => {
        const values = computedIn(code, computed);
        return [code, ...values.flatMap(codesOf)].flatMap(constantsIn).concat(values.flatMap(limitsOf));
      });
      const texts = constants.filter((constant) => typeof constant === 'string');
      const numbers = constants.filter((constant) => typeof constant === 'number');
      const { minor = 1 } = number ?? {};
      return [
        ...(typeof real === 'string' && typeof redacted === 'string' && texts.length > 0
          ? shapesOf(redacted).map((shape) => withParts(real, shape, texts))
          : []),
        ...texts,
        ...(number === undefined
          ? []
          : numbers.flatMap((each) =>
              [each, each - minor, each + minor].map((near) => writeNumber(near / minor, number)),
            )),
      ];
    },
  };
}
