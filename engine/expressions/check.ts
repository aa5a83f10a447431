import { nearest } from '../errors/nearest.ts';
import type { Node, NodeOf, Span } from './ast.ts';
import {
  type ExtensionFunctions,
  extensionFunction,
  functionCatalogue,
  resultTypeOf,
  signatureOf,
} from './catalogue.ts';
import type { Guard, Guards } from './condition.ts';
import { isForbiddenName } from './error.ts';
import { expressionText } from './expression-text.ts';
import { checkFits, nearestValue } from './fits.ts';
import { filled, pathOf, provenNonNull, settled } from './narrow.ts';
import { type Problem, type ProblemCode, problem, type expressionErrors as problems } from './problems.ts';
import { keyOf, provenOfNumbers, provesElement } from './proof.ts';
import { isNeverZero } from './sign.ts';
import {
  absenceOf,
  absentAs,
  describeMismatch,
  describeType,
  isAssignable,
  isText,
  isVague,
  joinTypes,
  type Labels,
  mayBeNull,
  mayEqual,
  type Type,
  whole,
  withoutNull,
} from './types.ts';

const any: Type = { kind: 'any' };
const bool: Type = { kind: 'bool' };
const num: Type = { kind: 'number' };
const text: Type = { kind: 'string' };

/** What the checker needs: the types of the names, and which constants an author may edit. */
export interface CheckScope {
  readonly types: { readonly [name: string]: Type };
  readonly isEditable: (name: string) => boolean;
  /** The value of a part that reads only constants; undefined for any other part. */
  readonly valueOf?: (node: Node) => unknown;
  /** Whether a part must have a value for all values of its names. */
  readonly total?: boolean;
  /** The functions of the site's own. */
  readonly functions?: ExtensionFunctions;
}

/** The parts of an expression that show answers in another form. */
export interface ShownAnswers {
  /** The labels that each part `.label` looks up. */
  readonly labels: ReadonlyMap<Node, Labels>;
  /** The calls of `date` over an answer. */
  readonly days: ReadonlySet<Node>;
  /** The parts `.value`: an answer as it is stored. */
  readonly stored: ReadonlySet<Node>;
}

/**
 * The type of an expression and all its mistakes. A mistaken part has the type `any`, so that each mistake is reported
 * once.
 */
export function checkTypes(node: Node, known: CheckScope): { type: Type; problems: Problem[]; answers: ShownAnswers } {
  const checker = new Checker(known);
  return { type: checker.typeOf(node), problems: checker.problems, answers: checker };
}

/** The mistakes of a condition, and the values that may be missing where its comparisons need them. */
export function checkCondition(
  node: Node,
  known: CheckScope,
): { problems: Problem[]; answers: ShownAnswers; guards: Guards } {
  const checker = new Checker(known);
  checker.condition(node);
  return { problems: checker.problems, answers: checker, guards: checker.guards };
}

/** How a message names a list: by its path, or the call that gives it. */
const nameOf = (node: Node): string | undefined => (node.kind === 'call' ? keyOf(node) : pathOf(node));

/** The facts that hold when `node` evaluates to `outcome`. What is unknown where a value is missing proves no presence. */
const proven = (node: Node, outcome: boolean, guards?: Guards): string[] => [
  ...provenNonNull(node, outcome, (part) => guards?.has(part) === true),
  ...provenOfNumbers(node, outcome),
];

class Checker {
  readonly problems: Problem[] = [];
  /** The labels that each part `.label` looks up. */
  readonly labels = new Map<Node, Labels>();
  /** The calls of `date` over an answer. */
  readonly days = new Set<Node>();
  /** The parts `.value`: an answer as it is stored. */
  readonly stored = new Set<Node>();
  /** The parts that are compared with a text. */
  private readonly textual = new Set<Node>();
  private readonly known: CheckScope;
  private readonly types = new Map<Node, Type>();
  /** The values that may be missing, by the comparison of a condition that needs them. */
  readonly guards = new Map<Node, readonly Guard[]>();
  /** Those of the current comparison; null outside of one, where a missing value is a mistake. */
  private needed: Guard[] | null = null;
  /** The facts that the conditions around the current part prove. */
  private proven: ReadonlySet<string> = new Set();

  constructor(known: CheckScope) {
    this.known = known;
  }

  typeOf(node: Node): Type {
    const type = this.plainTypeOf(node);
    const path = mayBeNull(type) || type.absent !== undefined ? pathOf(node) : undefined;
    const isProven =
      path !== undefined && (this.proven.has(path) || (!mayBeNull(type) && this.proven.has(filled(path))));
    const narrowed = isProven ? withoutNull(type) : type;
    this.types.set(node, narrowed);
    return narrowed;
  }

  /** Checks a condition, whose comparisons are unknown where a value is missing. */
  condition(node: Node): void {
    this.types.set(node, bool);
    const inner = settled(node);
    if (inner !== undefined) this.condition(inner.condition);
    else if (node.kind === 'unary' && node.operator === '!') this.condition(node.operand);
    else if (node.kind === 'ternary') {
      this.condition(node.test);
      this.given(proven(node.test, true, this.guards), () => this.condition(node.then));
      this.given(proven(node.test, false, this.guards), () => this.condition(node.otherwise));
    } else if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||')) {
      this.condition(node.left);
      this.given(proven(node.left, node.operator === '&&', this.guards), () => this.condition(node.right));
    } else this.comparison(node);
  }

  private comparison(node: Node): void {
    const needed: Guard[] = [];
    this.needed = needed;
    this.want(node, bool);
    if (node.kind === 'binary' && ['==', '!=', 'in'].includes(node.operator)) {
      const isNull = [node.left, node.right].some((part) => part.kind === 'literal' && part.value === null);
      for (const part of isNull ? [] : [node.left, node.right]) {
        const type = this.types.get(part);
        const isOperand = type !== undefined && mayBeNull(type) && needed.every((guard) => guard.node !== part);
        if (isOperand) needed.push({ node: part, operand: true });
      }
    }
    this.needed = null;
    if (needed.length > 0) this.guards.set(node, needed);
  }

  /** Whether a value that may be missing is one of those that the current comparison needs. */
  private isNeeded(node: Node, type: Type): boolean {
    if (this.needed === null || type.kind === 'null') return false;
    this.needed.push({ node });
    return true;
  }

  /** Requires a part of type `found` to have a type. */
  private fits(node: Node, found: Type, wanted: Type, hint?: string): void {
    if (this.isFilled(node, found, [wanted])) return;
    this.problems.push(...checkFits(node, found, wanted, hint));
  }

  /** Whether a value has one of these types unless it, or an item of it, is missing, which makes the current comparison unknown. */
  private isFilled(node: Node, found: Type, wanted: readonly Type[]): boolean {
    if (this.needed === null || found.kind === 'null') return false;
    const isOne = (type: Type): boolean => wanted.some((each) => isAssignable(type, each));
    if (isOne(found) || !isOne(whole(found))) return false;
    if (mayBeNull(found)) this.needed.push({ node });
    if (!isOne(withoutNull(found))) this.needed.push({ node, items: true });
    return true;
  }

  private report<C extends ProblemCode>(code: C, span: Span, ...args: Parameters<(typeof problems)[C]>): Type {
    this.problems.push(problem(code, span, ...args));
    return any;
  }

  private plainTypeOf(node: Node): Type {
    switch (node.kind) {
      case 'literal':
        if (node.value === null) return { kind: 'null' };
        if (typeof node.value === 'string') return { kind: 'enum', values: [node.value] };
        return typeof node.value === 'number' ? num : bool;
      case 'name': {
        const { types } = this.known;
        const type = Object.hasOwn(types, node.name) ? types[node.name] : undefined;
        if (type) return type;
        const names = Object.keys(types);
        const isQuoted = this.textual.has(node);
        return this.report('expression-unknown-name', node.span, node.name, nearest(node.name, names), names, isQuoted);
      }
      case 'list': {
        const items = node.items.map((item) => this.typeOf(item));
        return { kind: 'list', of: this.joined(items, node.span), length: items.length };
      }
      case 'member': {
        if (node.name === 'value') {
          const { labels, amount, day, ...type } = this.typeOf(node.object);
          if (labels !== undefined || amount === true || day === true) {
            this.stored.add(node);
            return type as Type;
          }
        }
        const object = this.present(node.object);
        if (node.name !== 'label' || object.labels === undefined)
          return this.field(object, node.object, node.name, node.nameSpan);
        this.labels.set(node, object.labels);
        const { labels: _, ...unlabelled } = object;
        return unlabelled.kind === 'enum' ? absentAs(text, unlabelled) : (unlabelled as Type);
      }
      case 'has':
        this.field(this.present(node.object), node.object, node.name, node.nameSpan);
        return bool;
      case 'index':
        return this.index(node);
      case 'unary':
        return this.want(node.operand, node.operator === '!' ? bool : num);
      case 'binary':
        return this.binary(node);
      case 'ternary': {
        this.want(node.test, bool);
        const then = this.given(proven(node.test, true), () => this.typeOf(node.then));
        const otherwise = this.given(proven(node.test, false), () => this.typeOf(node.otherwise));
        return this.joined([then, otherwise], node.span);
      }
      case 'call':
        return this.call(node);
    }
  }

  /**
   * One type for several parts. Parts without a common type are a mistake, because no operation would be valid on the
   * result.
   */
  private joined(types: Type[], span: Span): Type {
    const [first = any, ...rest] = types;
    const type = rest.reduce(joinTypes, first);
    if (types.length > 0 && isVague(type) && !types.some(isVague)) {
      return this.report('expression-mixed-types', span, [...new Set(types.map(describeType))]);
    }
    return type;
  }

  /** Checks a part for which additional facts are proven. */
  private given<T>(facts: string[], inner: () => T): T {
    const before = this.proven;
    this.proven = new Set([...before, ...facts]);
    const result = inner();
    this.proven = before;
    return result;
  }

  /** The type of a part that must not be null. */
  private present(node: Node): Type {
    const type = this.typeOf(node);
    if (!mayBeNull(type)) return type;
    if (this.isNeeded(node, type)) return withoutNull(type);
    this.report('expression-maybe-null', node.span, pathOf(node), type.absent);
    return type.kind === 'null' ? any : withoutNull(type);
  }

  /** Requires a part to have a type, and returns that type. */
  private want(node: Node, wanted: Type): Type {
    const found = this.typeOf(node);
    const hint =
      wanted.kind === 'bool' && found.kind === 'number'
        ? 'Compare it, for example with > 0.'
        : wanted.kind === 'bool' && isText(found)
          ? "Compare it, for example with != ''."
          : undefined;
    this.fits(node, found, wanted, hint);
    return wanted;
  }

  private field(type: Type, object: Node, name: string, span: Span): Type {
    if (isForbiddenName(name)) return this.report('expression-forbidden-name', span, name);
    if (type.kind === 'map') return type.of;
    if (type.kind === 'record') {
      const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
      const names = Object.keys(type.fields);
      return field ?? this.report('expression-unknown-field', span, name, nearest(name, names), names);
    }
    if (type.kind === 'any') return any;
    const hint = type.kind === 'list' ? 'Select an element first, such as [0].' : undefined;
    return this.report('expression-wrong-type', object.span, 'a record', describeType(type), hint);
  }

  private index(node: NodeOf<'index'>): Type {
    const object = this.present(node.object);
    const key = this.present(node.key);
    const constant = node.key.kind === 'literal' ? node.key.value : undefined;
    if (typeof constant === 'string' && isForbiddenName(constant)) {
      return this.report('expression-forbidden-name', node.key.span, constant);
    }
    switch (object.kind) {
      case 'any':
        return any;
      case 'list': {
        this.fits(node.key, key, num);
        const { length } = object;
        const tooFar = length !== undefined && typeof constant === 'number' && constant >= length;
        if (tooFar || (typeof constant === 'number' && constant < 0)) {
          return this.report('expression-out-of-range', node.key.span, length ?? 0);
        }
        if (typeof constant === 'number' && !Number.isInteger(constant)) {
          return this.report('expression-wrong-type', node.key.span, 'a whole number', 'a fraction', undefined);
        }
        this.reaches(node.object, object, node.key);
        return object.of;
      }
      case 'map':
        this.fits(node.key, key, text);
        return object.of;
      case 'record': {
        if (typeof constant === 'string') return this.field(object, node.object, constant, node.key.span);
        if (key.kind === 'any') return any;
        if (key.kind !== 'enum') {
          const hint = 'Use a key whose possible texts are known (a choice), so that none can be missing.';
          return this.report('expression-wrong-type', node.key.span, 'one of its keys', describeType(key), hint);
        }
        const missing = key.values.filter((value) => !Object.hasOwn(object.fields, value) || isForbiddenName(value));
        if (missing.length > 0) return this.report('expression-missing-keys', node.key.span, missing);
        return this.joined(
          key.values.map((value) => object.fields[value] as Type),
          node.span,
        );
      }
      default:
        return this.report(
          'expression-wrong-type',
          node.object.span,
          'a list, a map or a record',
          describeType(object),
          undefined,
        );
    }
  }

  /** Reports a part that has no value for some values, where a value is always required. */
  private mayFail(span: Span, why: string, instead: string): void {
    if (this.known.total === true) this.report('expression-may-fail', span, why, instead);
  }

  /** Checks the divisor of a division. */
  private divides(division: Node, divisor: Node): void {
    const constantOf = (node: Node): unknown => this.known.valueOf?.(node);
    const value = constantOf(divisor);
    if (value === 0 && division.kind === 'binary' && constantOf(division.left) === undefined)
      this.mayFail(divisor.span, 'the divisor is 0', 'Divide by another number.');
    // A constant divided by 0 fails when the constants are computed.
    if (typeof value === 'number') return;
    const signs = { typeOf: (node: Node) => this.types.get(node), constantOf };
    if (isNeverZero(divisor, this.proven, signs)) return;
    const given = (part: Node): string | undefined => this.withFallback(part);
    const name = keyOf(divisor) ?? 'the divisor';
    const test = expressionText(divisor, given);
    const guarded = divisor.kind === 'binary' || divisor.kind === 'ternary' ? `(${test})` : test;
    this.mayFail(
      divisor.span,
      `${name} may be 0`,
      `Check it first: (${guarded} != 0 ? ${expressionText(division, given)} : 0).`,
    );
  }

  /** A path whose value may be missing, with a fallback; undefined for any other part. */
  private withFallback(part: Node): string | undefined {
    const type = this.types.get(part);
    return type?.kind === 'number' && mayBeNull(type) && pathOf(part) !== undefined
      ? `default(${expressionText(part)}, 0)`
      : undefined;
  }

  /** Checks the access to an element of a list that may be too short. */
  private reaches(list: Node, type: Type, key: Node): void {
    const index = key.kind === 'literal' && typeof key.value === 'number' ? key.value : undefined;
    if (type.kind !== 'list' || (index !== undefined && type.length !== undefined)) return;
    if (this.known.valueOf?.(key) !== undefined && type.length !== undefined && index === undefined) return;
    if (index !== undefined && provesElement(this.proven, list, index)) return;
    const path = nameOf(list);
    const name = path ?? 'the list';
    if (index === undefined)
      this.mayFail(
        key.span,
        `${name} may have no such element`,
        'Use a record with the key of a choice, or write the number of the element.',
      );
    else
      this.mayFail(
        key.span,
        `${name} may have fewer elements`,
        `Check it first: size(${path ?? '…'}) > ${index} ? … : ….`,
      );
  }

  private binary(node: NodeOf<'binary'>): Type {
    const { operator, left, right } = node;
    switch (operator) {
      case '&&':
      case '||':
        this.want(left, bool);
        return this.given(proven(left, operator === '&&'), () => this.want(right, bool));
      case '==':
      case '!=': {
        const a = this.typeOf(left);
        if (isText(a)) this.textual.add(right);
        this.comparable(left, a, right, this.typeOf(right), node.span);
        return bool;
      }
      case 'in':
        return this.within(left, right);
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.alike(left, this.present(left), right, this.present(right));
        return bool;
      case '+': {
        const [a, b] = [this.present(left), this.present(right)];
        if (a.kind !== 'list' || b.kind !== 'list') return absentAs(absentAs(this.alike(left, a, right, b), a), b);
        const { length: _, ...type } = this.joined([a, b], node.span) as typeof a;
        return a.length === undefined || b.length === undefined ? type : { ...type, length: a.length + b.length };
      }
      default:
        this.want(left, num);
        this.want(right, num);
        if (operator === '/' || operator === '%') this.divides(node, right);
        return num;
    }
  }

  /** Requires two numbers or two texts, and returns which. */
  private alike(left: Node, a: Type, right: Node, b: Type): Type {
    for (const [part, type] of [[left, a] as const, [right, b] as const]) {
      if (type.kind !== 'any' && type.kind !== 'number' && !isText(type)) {
        return this.report('expression-wrong-type', part.span, 'a number or a text', describeType(type), undefined);
      }
    }
    if (a.kind === 'any' && b.kind === 'any') return any;
    const wanted = isText(a.kind === 'any' ? b : a) ? text : num;
    const hint = wanted === text ? 'Combine numbers and texts in a template: {{ a }} {{ b }}.' : undefined;
    this.fits(right, b, wanted, hint);
    return wanted;
  }

  /** A constant can be edited, so comparing it with a different text is not a mistake. */
  private widened(node: Node, type: Type): Type {
    let root = node;
    while (root.kind === 'member' || root.kind === 'index') root = root.object;
    return type.kind === 'enum' && root.kind === 'name' && this.known.isEditable(root.name) ? text : type;
  }

  private comparable(left: Node, leftType: Type, right: Node, rightType: Type, span: Span): void {
    const a = this.widened(left, leftType);
    const b = this.widened(right, rightType);
    if (mayEqual(a, b)) return;
    const written = right.kind === 'literal' ? right : left.kind === 'literal' ? left : undefined;
    const others = written === right ? a : b;
    const near = written === undefined ? undefined : likeLiteral(written.value, others);
    this.report('expression-never-equal', written?.span ?? span, describeType(a), describeType(b), near);
  }

  private within(left: Node, right: Node): Type {
    const item = this.typeOf(left);
    const where = this.present(right);
    if (right.kind === 'list') {
      for (const each of right.items) this.comparable(left, item, each, this.types.get(each) ?? any, each.span);
    } else if (where.kind === 'list') {
      this.comparable(left, item, right, where.of, right.span);
    } else if (where.kind === 'map' || where.kind === 'record') {
      this.fits(left, item, text);
    } else if (where.kind !== 'any') {
      const hint = isText(where) ? 'To search in a text, use contains(text, part).' : undefined;
      this.report('expression-wrong-type', right.span, 'a list, a map or a record', describeType(where), hint);
    }
    return bool;
  }

  private call(node: NodeOf<'call'>): Type {
    const { functions = {} } = this.known;
    const signature = signatureOf(node.name, functions);
    const args = node.args.map((arg, index) => this.argument(arg, index === 0 && signature?.settles === true));
    if (!signature) {
      // The mistake is reported in its file.
      if (extensionFunction(node.name, functions) === null) return any;
      const names = [...Object.keys(functionCatalogue), ...Object.keys(functions)];
      return this.report('expression-unknown-function', node.nameSpan, node.name, nearest(node.name, names), names);
    }
    const { params, repeats, passesNull, form } = signature;
    if (args.length < params.length || (args.length > params.length && !repeats)) {
      this.report('expression-wrong-count', node.span, node.name, form, args.length);
      return resultTypeOf(signature, args);
    }
    node.args.forEach((arg, i) => {
      const found = args[i] as Type;
      const accepted = (params[Math.min(i, params.length - 1)] ?? []).filter(
        (type) => !(args.length > 1 && repeats && type.kind === 'list'),
      );
      const value = passesNull && i === 0 ? withoutNull(found) : found;
      if ((passesNull && i === 0 && found.kind === 'null') || accepted.some((type) => isAssignable(value, type)))
        return;
      if (this.isFilled(arg, value, accepted)) return;
      if (accepted.some((type) => isAssignable(whole(value), type))) {
        this.report('expression-maybe-null', arg.span, pathOf(arg), absenceOf(value));
      } else {
        const hint = nearestValue(found, accepted) ?? `The form is ${form}.`;
        this.report('expression-wrong-type', arg.span, ...describeMismatch(accepted, found), hint);
      }
    });
    this.callMayFail(node, args);
    const result = resultTypeOf(signature, args);
    return isVague(result) && !args.some(isVague) ? this.joined(args, node.span) : result;
  }

  /** The type of an argument. One that may be missing itself does not contain what the comparison around the call needs. */
  private argument(node: Node, settles: boolean): Type {
    const { needed } = this;
    if (settles) this.needed = null;
    const type = this.typeOf(node);
    this.needed = needed;
    return type;
  }

  private callMayFail(node: NodeOf<'call'>, types: Type[]): void {
    const { name, args } = node;
    const [first, second] = args;
    const [type] = types;
    if (first === undefined || this.known.valueOf?.(first) !== undefined) {
      if (name === 'percent' && second !== undefined) this.divides(node, second);
      return;
    }
    if (name === 'percent' && second !== undefined) this.divides(node, second);
    else if (name === 'number')
      this.mayFail(first.span, 'the text may not be a number', 'Give a fallback: numberOr(text, 0).');
    else if (name === 'date' && type?.day === true && second?.kind === 'literal') this.days.add(node);
    else if (name === 'date')
      this.mayFail(
        first.span,
        'only a date in the definitions, or a field of type date, is known to be valid',
        'Format a fact or the answer to a field of type date. Show another value of the visitor as it is.',
      );
    else if ((name === 'min' || name === 'max') && args.length === 1 && type?.kind === 'list' && !type.length)
      if (!provesElement(this.proven, first, 0)) {
        const path = nameOf(first);
        this.mayFail(
          first.span,
          `${path ?? 'the list'} may be empty`,
          `Check it first: size(${path ?? '…'}) > 0 ? … : ….`,
        );
      }
  }
}

/** The text that an author probably meant by a literal that is compared with another type; undefined if there is none. */
function likeLiteral(value: unknown, type: Type): string | undefined {
  if (typeof value === 'string') return type.kind === 'enum' ? nearest(value, type.values) : undefined;
  if (typeof value !== 'number') return undefined;
  const isWritten = type.kind === 'string' || (type.kind === 'enum' && type.values.includes(String(value)));
  return isWritten ? String(value) : undefined;
}
