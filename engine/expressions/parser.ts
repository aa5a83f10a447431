import { type BinaryOperator, type Node, type Span, type Syntax, spanOf } from './ast.ts';
import { isForbiddenName } from './error.ts';
import { type Token, tokenize } from './lexer.ts';
import { throwSyntax } from './problems.ts';

export const MAX_DEPTH = 64;
export const MAX_LENGTH = 2000;

// CEL's precedence. Every binary operator is left-associative, including comparisons.
const precedence: Record<BinaryOperator, number> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
};
const words: Record<string, null | boolean> = { true: true, false: false, null: null };
/** Operators as other languages write them, in small letters. */
const spellings: Record<string, string> = {
  and: 'Write &&.',
  or: 'Write ||.',
  not: 'Write !.',
  is: 'Write ==.',
  eq: 'Write ==.',
  equals: 'Write ==.',
};

/**
 * Parses an expression: a Pratt parser for CEL's grammar plus `value | filter(argument)`, which has the lowest
 * precedence and means `filter(value, argument)`. `value.function(argument)` is the same call, as in CEL.
 * @throws SyntaxProblem at the first mistake
 */
export function parse(text: string): Node {
  if (text.length > MAX_LENGTH)
    throwSyntax('expression-too-long', { offset: MAX_LENGTH, length: text.length - MAX_LENGTH }, MAX_LENGTH);
  const tokens = tokenize(text);
  if (tokens.length === 1) throwSyntax('expression-empty', { offset: 0, length: text.length });
  return new Parser(tokens).whole();
}

class Parser {
  private readonly tokens: Token[];
  private position = 0;
  private nesting = 0;

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  whole(): Node {
    const node = this.expression();
    if (this.token.kind !== 'end') this.unexpected('an operator or the end');
    return node;
  }

  private get token(): Token {
    return this.tokens[this.position] as Token;
  }

  private isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text;
  }

  private accept(text: string): Token | undefined {
    if (!this.isSign(text)) return undefined;
    return this.tokens[this.position++];
  }

  private expect(text: string): Token {
    return this.accept(text) ?? this.unexpected(text);
  }

  private unexpected(wanted: string): never {
    const { token } = this;
    const before = this.tokens[this.position - 1];
    const found =
      token.kind === 'end'
        ? 'the end'
        : token.kind === 'number' || token.kind === 'string'
          ? `a ${token.kind}`
          : token.text;
    const nameOf = (each: Token | undefined): string => (each?.kind === 'name' ? each.text.toLowerCase() : '');
    const word = nameOf(token);
    const isNot = nameOf(this.tokens[this.position + 1]) === 'not';
    let hint = Object.hasOwn(spellings, word) ? spellings[word] : undefined;
    if (word === 'is' && isNot) hint = 'Write !=.';
    else if (nameOf(before) === 'not') hint = spellings.not;
    if (this.isSign('>') && before?.kind === 'sign' && before.text === '<') hint = 'Write !=.';
    if (this.isSign('|') && before?.kind === 'sign' && before.text === '|') hint = 'Write ||.';
    return throwSyntax('expression-unexpected', token, found, wanted, hint);
  }

  /** Creates a node over the given parts. Rejects a tree that is too deep. */
  private made(node: Syntax & { span: Span }, parts: Node[]): Node {
    const depth = 1 + parts.reduce((most, part) => Math.max(most, part.depth), 0);
    if (depth > MAX_DEPTH) throwSyntax('expression-too-deep', node.span, MAX_DEPTH);
    return { ...node, depth };
  }

  /** Limits the parser's recursion, because parentheses nest without creating nodes. */
  private nested<T>(inner: () => T): T {
    if (++this.nesting > MAX_DEPTH) throwSyntax('expression-too-deep', this.token, MAX_DEPTH);
    const result = inner();
    this.nesting--;
    return result;
  }

  private expression(): Node {
    return this.nested(() => {
      let value = this.ternary();
      while (this.accept('|')) {
        const name = this.name('the name of a filter');
        const [args, end] = this.accept('(') ? this.list(')') : [[], name as Span];
        value = this.call(name, [value, ...args], spanOf(value.span, end));
      }
      return value;
    });
  }

  private ternary(): Node {
    const test = this.binary(1);
    if (!this.accept('?')) return test;
    const then = this.binary(1);
    this.expect(':');
    const otherwise = this.nested(() => this.ternary());
    return this.made({ kind: 'ternary', test, then, otherwise, span: spanOf(test.span, otherwise.span) }, [
      test,
      then,
      otherwise,
    ]);
  }

  private binary(lowest: number): Node {
    let left = this.unary();
    for (;;) {
      const { token } = this;
      const operator = (token.kind === 'sign' || token.kind === 'name' ? token.text : '') as BinaryOperator;
      const level = Object.hasOwn(precedence, operator) ? precedence[operator] : 0;
      if (level < lowest) return left;
      this.position++;
      const right = this.binary(level + 1);
      left = this.made({ kind: 'binary', operator, left, right, span: spanOf(left.span, right.span) }, [left, right]);
    }
  }

  private unary(): Node {
    const start = this.token;
    const operator = this.accept('!') ? '!' : this.accept('-') ? '-' : undefined;
    if (!operator) return this.postfix(this.primary());
    const operand = this.nested(() => this.unary());
    const span = spanOf(start, operand.span);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
      return { ...operand, value: -operand.value, span };
    }
    return this.made({ kind: 'unary', operator, operand, span }, [operand]);
  }

  private postfix(first: Node): Node {
    let object = first;
    for (;;) {
      if (this.accept('.')) {
        const name = this.name('the name of a field');
        if (this.accept('(')) {
          const [args, end] = this.list(')');
          object = this.call(name, [object, ...args], spanOf(object.span, end));
        } else {
          const span = spanOf(object.span, name);
          object = this.made({ kind: 'member', object, name: name.text, nameSpan: place(name), span }, [object]);
        }
      } else if (this.accept('[')) {
        const key = this.expression();
        const span = spanOf(object.span, this.expect(']'));
        object = this.made({ kind: 'index', object, key, span }, [object, key]);
      } else return object;
    }
  }

  private primary(): Node {
    const { token } = this;
    const span = place(token);
    if (token.kind === 'number' || token.kind === 'string') {
      this.position++;
      return this.made({ kind: 'literal', value: token.value, span }, []);
    }
    if (token.kind === 'name' && token.text !== 'in') {
      if (Object.hasOwn(words, token.text)) {
        this.position++;
        return this.made({ kind: 'literal', value: words[token.text] ?? null, span }, []);
      }
      const name = this.name('a value');
      if (!this.accept('(')) return this.made({ kind: 'name', name: name.text, span }, []);
      const [args, end] = this.list(')');
      return this.call(name, args, spanOf(name, end));
    }
    if (this.accept('(')) {
      const inner = this.expression();
      return { ...inner, span: spanOf(token, this.expect(')')) };
    }
    if (this.accept('[')) {
      const [items, end] = this.list(']');
      return this.made({ kind: 'list', items, span: spanOf(token, end) }, items);
    }
    return this.unexpected('a value');
  }

  private name(wanted: string): Token & { kind: 'name' } {
    const { token } = this;
    if (token.kind !== 'name') return this.unexpected(wanted);
    if (isForbiddenName(token.text)) throwSyntax('expression-forbidden-name', token, token.text);
    this.position++;
    return token;
  }

  /** The items before the closing bracket, and the position of that bracket. */
  private list(close: string): [Node[], Span] {
    const items: Node[] = [];
    let end = this.accept(close);
    while (!end) {
      items.push(this.expression());
      end = this.accept(',') ? this.accept(close) : this.expect(close);
    }
    return [items, place(end)];
  }

  private call(name: Token & { kind: 'name' }, args: Node[], span: Span): Node {
    const [first] = args;
    if (name.text !== 'has')
      return this.made({ kind: 'call', name: name.text, nameSpan: place(name), args, span }, args);
    if (args.length !== 1 || first?.kind !== 'member') {
      return throwSyntax('expression-wrong-count', span, 'has', 'has(record.field)', args.length);
    }
    const { object, name: field, nameSpan } = first;
    return this.made({ kind: 'has', object, name: field, nameSpan, span }, [object]);
  }
}

const place = ({ offset, length }: Span): Span => ({ offset, length });
