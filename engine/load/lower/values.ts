import type { Code, Json, Payload, Prose, Template, Text } from '../../../schemas/compiled.ts';
import { asksForConsent, consentAddress, consentAnchor } from '../../consent/policy.ts';
import type { Demand } from '../../decide/possibility.ts';
import {
  type Constants,
  compileCondition,
  compileExpression,
  compileTemplate,
  type Expression,
  type Problem,
  type Type,
  type Types,
} from '../../expressions/index.ts';
import { parseDuration, parseWait } from '../../values/duration.ts';
import { parseInline } from '../../values/inline.ts';
import { splitProse, type TextRun } from '../../values/prose.ts';
import type { AnnotationKind, SchemaPlan } from '../../vocabulary/plan.ts';
import { checkAddress } from '../check/address.ts';
import { type ConditionVerdict, checkDecision } from '../check/decisions.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

/** The context in which the strings of a file are compiled. */
export interface LoweringContext {
  readonly draft: Draft;
  readonly source: Source<unknown>;
  readonly options: Constants;
  /** The names that can be read there, without constants. */
  types(path: DataPath): Types;
  /** The type that a value must have there; undefined for any type. */
  expected?(path: DataPath): Type | undefined;
  /** Ids that a `#…` link there can lead to. */
  anchors(path: DataPath): ReadonlySet<string>;
  /** Called with every expression that compiled. */
  compiled?(path: DataPath, expression: Expression): void;
  /** Called with the names that each expression reads at run time. */
  read?(path: DataPath, names: readonly string[]): void;
  /** Texts are constant and have no markup. */
  readonly plainTexts?: boolean;
  /** The code that a compiled condition becomes; the same by default. */
  condition?(code: Code): Code;
  /** Called with what is decided about each condition. */
  decided?(path: DataPath, decision: ConditionVerdict): void;
  /** What else is known of the names that conditions read; none by default. */
  assumptions?(names: ReadonlySet<string>): readonly Demand[];
  /** Where a name that conditions read is declared. */
  declared?(name: string): DataPath | undefined;
}

/** Compiles one value of a definition. A value that cannot be compiled is reported and left empty. */
export function lowerValue(
  kind: AnnotationKind,
  value: unknown,
  path: DataPath,
  owner: string,
  plan: SchemaPlan,
  around: LoweringContext,
): unknown {
  switch (kind) {
    case 'text':
      return around.plainTexts
        ? compileConstant(String(value), path, around)
        : compileText({ text: String(value), offset: 0 }, path, around);
    case 'prose':
      return compileProse(String(value), path, around);
    case 'expression':
      return (plan.condition ? compileWhen : compileCode)(value, path, around)?.code ?? null;
    case 'href': {
      const template = compileAddress(String(value), 0, path, around);
      checkAddress(template, {
        source: around.source,
        path,
        draft: around.draft,
        anchors: around.anchors(path),
        leaves: owner !== 'link',
      });
      return template;
    }
    case 'payload':
      return lowerPayload(value as Json, [...path], around);
    case 'duration':
      return parseDuration(String(value));
    case 'wait': {
      const wait = parseWait(String(value));
      const [from = '', to = ''] = String(value).split(' to ');
      if (wait.from > wait.to)
        around.draft.report.add('delay-order', around.source, around.source.place(path), { from, to });
      return wait;
    }
    default:
      return value;
  }
}

/** Compiles an expression; undefined if it is mistaken, which is reported. */
export function compileCode(value: unknown, path: DataPath, around: LoweringContext): Expression | undefined {
  return noted(
    compileExpression(String(value), around.types(path), around.expected?.(path), around.options),
    path,
    around,
  );
}

/** Compiles a condition; undefined if it is mistaken, which is reported. */
export function compileWhen(value: unknown, path: DataPath, around: LoweringContext): Expression | undefined {
  const compiled = compileCondition(String(value), around.types(path), around.options);
  if (!('code' in compiled)) return noted(compiled, path, around);
  const { draft, source } = around;
  for (const { offset, length, ...negation } of compiled.negations)
    draft.report.add('condition-unknown', source, source.place(path, { offset, length }), negation);
  const code = around.condition?.(compiled.code) ?? compiled.code;
  const decision = checkDecision(String(value), code, path, around);
  around.decided?.(path, decision);
  return noted({ ...compiled, code }, path, around);
}

function noted(
  result: Expression | { problems: Problem[] },
  path: DataPath,
  around: LoweringContext,
): Expression | undefined {
  if (!('code' in result)) {
    reportAll(result.problems, 0, path, around);
    return undefined;
  }
  around.compiled?.(path, result);
  around.read?.(path, result.reads);
  return result;
}

/** Compiles the values of a message at any depth. */
function lowerPayload(value: Json, path: DataPath, around: LoweringContext): Payload {
  if (Array.isArray(value)) return { list: value.map((item, index) => lowerPayload(item, [...path, index], around)) };
  if (typeof value !== 'object' || value === null) return { code: compileCode(value, path, around)?.code ?? null };
  const members = Object.entries(value).map(
    ([name, part]) => [name, lowerPayload(part as Json, [...path, name], around)] as const,
  );
  return { members: Object.fromEntries(members) };
}

/** Compiles a run of text with its markup and expressions. */
function compileText({ text, offset: base }: TextRun, path: DataPath, around: LoweringContext): Text {
  const { draft, source } = around;
  return parseInline(text, {
    hole(hole, offset) {
      const { template, reads, problems } = compileTemplate(hole, around.types(path), around.options, true);
      reportAll(problems, base + offset, path, around);
      around.read?.(path, reads);
      return (typeof template === 'string' ? [template] : template) as readonly (string | { v: Code })[];
    },
    link(address, offset) {
      const to = compileAddress(address, base + offset, path, around);
      const at = { offset: base + offset, length: address.length };
      checkAddress(to, { source, path, at, draft, anchors: around.anchors(path), leaves: false });
      return to;
    },
    unclosed(mark, offset) {
      draft.report.add(
        'text-unclosed-mark',
        source,
        source.place(path, { offset: base + offset, length: mark.length }),
        { mark },
      );
    },
  });
}

/** Compiles a text that must be constant and may have markup. */
export function compileMarkup(value: string, path: DataPath, around: LoweringContext): Text {
  const reads: string[] = [];
  const text = compileText({ text: value, offset: 0 }, path, {
    ...around,
    read: (_, names) => reads.push(...names),
  });
  if (reads.length === 0) return text;
  around.draft.report.add('text-not-constant', around.source, around.source.place(path), { reads });
  return '';
}

/** Compiles a text that must be constant and without markup. */
export function compileConstant(value: string, path: DataPath, around: LoweringContext): string {
  const text = compileText({ text: value, offset: 0 }, path, around);
  if (typeof text === 'string') return text;
  const { report } = around.draft;
  const place = around.source.place(path);
  const { reads } = compileTemplate(value, around.types(path), around.options);
  if (reads.length > 0) report.add('text-not-constant', around.source, place, { reads });
  // A mistaken expression has been reported and omitted.
  else if (text.some((piece) => typeof piece === 'object' && !('v' in piece)))
    report.add('text-has-markup', around.source, place);
  return '';
}

function compileProse(value: string, path: DataPath, around: LoweringContext): Prose {
  return splitProse(value).map((part) =>
    'p' in part
      ? { p: compileText(part.p, path, around) }
      : { ul: part.ul.map((item) => compileText(item, path, around)) },
  );
}

function compileAddress(value: string, base: number, path: DataPath, around: LoweringContext): Template {
  if (value === consentAddress) {
    const { draft, source } = around;
    if (!asksForConsent(draft.site.data))
      draft.report.add('consent-link', source, source.place(path, { offset: base, length: value.length }));
    return `#${consentAnchor}`;
  }
  const { template, reads, problems } = compileTemplate(value, around.types(path), around.options);
  reportAll(problems, base, path, around);
  around.read?.(path, reads);
  return template as Template;
}

function reportAll(
  problems: readonly Problem[],
  base: number,
  path: DataPath,
  { draft, source }: LoweringContext,
): void {
  for (const { offset, length, ...problem } of problems)
    draft.report.addProblem(
      { severity: 'error', ...problem },
      source,
      source.place(path, { offset: base + offset, length }),
    );
}
