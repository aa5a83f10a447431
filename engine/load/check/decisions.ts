/** Reports conditions that hold for no visitor, or for all. */
import type { Code } from '../../../schemas/compiled.ts';
import { codeText } from '../../decide/code-text.ts';
import { domainsOf } from '../../decide/domains.ts';
import { reasonsOf } from '../../decide/explain.ts';
import { isConstantCode, namesRead } from '../../decide/operation.ts';
import { type Demand, type Possibility, possibility } from '../../decide/possibility.ts';
import type { Possible } from '../../expressions/domain.ts';
import { type Constants, compileCondition, type Type, type Types } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

/** What is known where a condition is evaluated. */
export interface DecisionContext {
  readonly draft: Draft;
  readonly source: Source<unknown>;
  readonly options: Constants;
  types(path: DataPath): Types;
  /** What else is known of names: where their fields are shown, how they are computed. */
  assumptions?(names: ReadonlySet<string>): readonly Demand[];
  /** Where a name is declared. */
  declared?(name: string): DataPath | undefined;
}

/** What a condition can be: true and false (`open`), only one of them, or not decided. */
export type ConditionVerdict = 'open' | 'never' | 'always' | 'undecided';

/**
 * Reports a condition that can never be true or never be false, and notes one that is not decided.
 * @param code that of the condition, at a path of the file
 */
export function checkDecision(text: string, code: Code, path: DataPath, around: DecisionContext): ConditionVerdict {
  if (isConstantCode(code)) return 'open';
  const { draft, source } = around;
  const types = around.types(path);
  const found = verdictOf(code, types, around);
  if (found.kind === 'open' || !source.isWritten(path)) return found.kind;
  const place = source.place(path);
  if (found.kind === 'undecided') {
    draft.report.add('condition-undecided', source, place, { part: found.part === null ? null : codeText(found.part) });
    return 'undecided';
  }
  // What only a fact of the site decides is switched off, not mistaken.
  if (namesConstants(text, around) && !isDecidedWithoutConstants(text, types, found.kind, around)) return 'open';
  // An invariant is meant to hold always, or never, but one that its own words make true says nothing.
  if (path[0] === found.kind && !isDecidedByWords(code, found.kind, types)) return found.kind;
  const why = reasonsOf(found.conflicts, found.kind === 'never', (name) => {
    const declared = around.declared?.(name);
    return declared === undefined ? undefined : source.lineOf(declared);
  });
  draft.report.add(`condition-${found.kind}`, source, place, { why });
  return found.kind;
}

type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'never' | 'always'; readonly conflicts: (Possibility & { can: false })['conflicts'] }
  | { readonly kind: 'undecided'; readonly part: Code | null };

function verdictOf(code: Code, types: Types, { assumptions }: Pick<DecisionContext, 'assumptions'>): Verdict {
  const known = assumptions?.(namesRead(code)) ?? [];
  const can = (outcome: boolean) => possibility([{ code, outcome }, ...known], domainsOf(types));
  const [yes, no] = [can(true), can(false)];
  if (yes.can === false) return { kind: 'never', conflicts: yes.conflicts };
  if (no.can === false) return { kind: 'always', conflicts: no.conflicts };
  if (yes.can === null) return { kind: 'undecided', part: yes.part };
  return no.can === null ? { kind: 'undecided', part: no.part } : { kind: 'open' };
}

/** Whether a condition is never or always true for any values of its names, without their domains. */
function isDecidedByWords(code: Code, kind: 'never' | 'always', types: Types): boolean {
  const widest = (type: Type): Type => {
    const { accepted: _, ...rest } = type;
    return rest.kind === 'enum' ? { kind: 'string' } : (rest as Type);
  };
  const domainOf = domainsOf(Object.fromEntries(Object.entries(types).map(([name, type]) => [name, widest(type)])));
  const anyValue = (name: string): Possible => ({ ...domainOf(name), orNull: true });
  return possibility([{ code, outcome: kind === 'never' }], anyValue).can === false;
}

const namesConstants = (text: string, { options: { constants = {} } }: DecisionContext): boolean =>
  Object.keys(constants).some((name) => new RegExp(`\\b${name}\\b`).test(text));

/** Whether a condition is never or always true for any facts of the site. */
function isDecidedWithoutConstants(
  text: string,
  types: Types,
  kind: 'never' | 'always',
  around: DecisionContext,
): boolean {
  const { constants = {}, constantTypes: _types, total: _total, ...options } = around.options;
  const unknown = Object.fromEntries(Object.keys(constants).map((name) => [name, { kind: 'any' } as const]));
  const all = { ...types, ...unknown };
  const compiled = compileCondition(text, all, options);
  return 'code' in compiled && verdictOf(compiled.code, all, around).kind === kind;
}
