import fc from 'fast-check';
import type { Json, Type } from '../../../engine/expressions/index.ts';

/** The intended kind of an expression's value. Mischief sometimes replaces it with another kind. */
export type Kind = 'bool' | 'num' | 'text' | 'list' | 'record' | 'null';

/** An expression independent of a language; printed as ours and as CEL. */
export type Tree =
  | { is: 'value'; value: null | boolean | number | string }
  | { is: 'name'; name: string }
  | { is: 'list'; items: Tree[] }
  | { is: 'member'; of: Tree; name: string }
  | { is: 'index'; of: Tree; key: Tree }
  | { is: 'has'; of: Tree; name: string }
  | { is: 'unary'; sign: '!' | '-'; of: Tree }
  | { is: 'binary'; sign: string; left: Tree; right: Tree }
  | { is: 'choice'; test: Tree; yes: Tree; no: Tree }
  | { is: 'call'; name: string; args: Tree[] };

export const types: Record<string, Type> = {
  n: { kind: 'number' },
  m: { kind: 'number', optional: true },
  i: { kind: 'number' },
  t: { kind: 'string' },
  u: { kind: 'string', optional: true },
  level: { kind: 'enum', values: ['low', 'mid', 'high'] },
  b: { kind: 'bool' },
  c: { kind: 'bool' },
  xs: { kind: 'list', of: { kind: 'number' } },
  ts: { kind: 'list', of: { kind: 'string' } },
  r: {
    kind: 'record',
    fields: {
      n: { kind: 'number' },
      t: { kind: 'string', optional: true },
      b: { kind: 'bool' },
      gift: {
        kind: 'record',
        fields: { low: { kind: 'string' }, mid: { kind: 'string' }, high: { kind: 'string' } },
      },
    },
  },
  k: { kind: 'map', of: { kind: 'number' } },
};

const number = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(0.5, 2.25, -1.5, 100));
const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'b', 'vip', 'low', 'high', 'é', '😀', "'", '"', '\\', '\n', 'n', 'x'),
  fc.string({ maxLength: 3, unit: 'grapheme-ascii' }),
);

const optional = (values: fc.Arbitrary<Json>): fc.Arbitrary<Json> => fc.option(values);
// CEL's library accepts only plain objects as maps, not objects without a prototype.
const record = (fields: { [name: string]: fc.Arbitrary<Json> }) => fc.record(fields, { noNullPrototype: true });

/** Values for all names in `types`. */
export const inputs: fc.Arbitrary<{ [name: string]: Json }> = record({
  n: number,
  m: optional(number),
  i: fc.integer({ min: 0, max: 3 }),
  t: text,
  u: optional(text),
  level: fc.constantFrom('low', 'mid', 'high'),
  b: fc.boolean(),
  c: fc.boolean(),
  xs: fc.array(number, { maxLength: 4 }),
  ts: fc.array(text, { maxLength: 3 }),
  r: record({
    n: number,
    t: optional(text),
    b: fc.boolean(),
    gift: record({ low: text, mid: text, high: text }),
  }),
  k: fc.dictionary(fc.constantFrom('a', 'b', 'x'), number, { noNullPrototype: true }),
});

const kinds: Kind[] = ['bool', 'num', 'text', 'list', 'record', 'null'];

/** Expressions over `types`. With `mischief`, about one part in twelve has an unsuitable kind. */
export const trees = (mischief: boolean): fc.Arbitrary<Tree> =>
  fc.gen().map((draw) => {
    const below = (count: number) => draw(fc.nat, { max: count - 1 });
    const oneOf = <T>(...makers: (() => T)[]): T => (makers[below(makers.length)] as () => T)();
    const name = (...of: string[]): Tree => ({ is: 'name', name: of[below(of.length)] as string });

    // `wild` lists the kinds that a part may turn into: CEL's library does not report some errors, see README.md.
    const make = (wanted: Kind, depth: number, wild: Kind[] = kinds): Tree => {
      const kind = mischief && wild.length > 0 && below(12) === 0 ? (wild[below(wild.length)] as Kind) : wanted;
      const sub = (k: Kind, among = kinds) => make(k, depth - 1, wild.length > 0 ? among : []);
      const tame = (k: Kind) => make(k, depth - 1, []);
      const value = (v: null | boolean | number | string): Tree => ({ is: 'value', value: v });
      const choice = (): Tree => ({ is: 'choice', test: sub('bool'), yes: sub(kind), no: sub(kind) });
      const fallback = (): Tree => ({
        is: 'call',
        name: 'default',
        args: [
          oneOf(
            () => sub(kind),
            () => name('m', 'u'),
          ),
          sub(kind),
        ],
      });
      const record = (): Tree => name('r');
      const gift = (): Tree => ({ is: 'member', of: record(), name: 'gift' });
      const element = (list: string): Tree => ({
        is: 'index',
        of: name(list),
        key: oneOf<Tree>(
          () => name('i'),
          () => value(below(4)),
          () => tame(below(8) === 0 ? 'text' : 'num'),
        ),
      });
      const binary = (signs: string[], k: Kind): Tree => {
        const sign = signs[below(signs.length)] as string;
        return { is: 'binary', sign, left: sub(k), right: sub(k) };
      };
      // Guards against null, correct and incorrect ones.
      const guarded = (): Tree => {
        const joint = () =>
          oneOf(
            () => '&&',
            () => '||',
          );
        const test: Tree = {
          is: 'binary',
          sign: oneOf(
            () => '!=',
            () => '==',
          ),
          left: name('m'),
          right: value(null),
        };
        const guard: Tree = below(2) === 0 ? test : { is: 'binary', sign: joint(), left: test, right: name('b') };
        const use: Tree = { is: 'binary', sign: '>', left: name('m'), right: value(1) };
        return {
          is: 'binary',
          sign: joint(),
          left: below(3) === 0 ? { is: 'unary', sign: '!', of: guard } : guard,
          right: use,
        };
      };
      const any = (): Kind => kinds[below(kinds.length)] as Kind;
      const leaf = depth <= 0 || below(5) === 0;

      switch (kind) {
        case 'null':
          return oneOf(
            () => value(null),
            () => name('m', 'u'),
          );
        case 'bool':
          if (leaf)
            return oneOf(
              () => value(below(2) === 0),
              () => name('b', 'c'),
            );
          return oneOf<Tree>(
            () => binary(['&&', '||'], 'bool'),
            () => binary(['&&', '||'], 'bool'),
            guarded,
            () => ({ is: 'binary', sign: '==', left: name('xs', 'k'), right: name('xs', 'k') }),
            () => binary(['<', '<=', '>', '>='], 'num'),
            () => binary(['<', '<=', '>', '>='], 'text'),
            () => binary(['==', '!='], any()),
            () => ({ is: 'binary', sign: '!=', left: name('m', 'u'), right: value(null) }),
            () => ({
              is: 'binary',
              sign: 'in',
              left: sub(any()),
              right: sub('list', ['bool', 'num', 'text', 'null', 'list']),
            }),
            () => ({ is: 'binary', sign: 'in', left: sub('text'), right: name('k', 'r') }),
            () => ({ is: 'unary', sign: '!', of: sub('bool') }),
            () => ({ is: 'has', of: record(), name: ['n', 't', 'nope'][below(mischief ? 3 : 2)] as string }),
            () => ({
              is: 'call',
              name: ['contains', 'startsWith', 'endsWith'][below(3)] as string,
              args: [sub('text'), sub('text')],
            }),
            choice,
          );
        case 'num':
          if (leaf)
            return oneOf(
              () => value(draw(() => number)),
              () => name('n', 'i', 'n', 'm'),
            );
          return oneOf<Tree>(
            () => binary(['+', '-', '*', '/'], 'num'),
            () => binary(['+', '-', '*', '/'], 'num'),
            () => ({ is: 'unary', sign: '-', of: sub('num') }),
            () => ({
              is: 'call',
              name: 'size',
              args: [
                sub(
                  oneOf<Kind>(
                    () => 'text',
                    () => 'list',
                    () => 'record',
                  ),
                ),
              ],
            }),
            () => element('xs'),
            () => ({
              is: 'member',
              of: name('r', 'k'),
              name: oneOf(
                () => 'n',
                () => 'a',
                () => 'x',
              ),
            }),
            () => ({ is: 'index', of: name('k'), key: tame('text') }),
            choice,
            fallback,
          );
        case 'text':
          if (leaf)
            return oneOf(
              () => value(draw(() => text)),
              () => name('t', 'level', 't', 'u'),
            );
          return oneOf<Tree>(
            () => binary(['+'], 'text'),
            () => element('ts'),
            () => ({ is: 'index', of: gift(), key: name('level', 'level', 't') }),
            () => ({ is: 'member', of: record(), name: 't' }),
            () => ({ is: 'member', of: gift(), name: 'low' }),
            choice,
            fallback,
          );
        case 'list':
          return oneOf<Tree>(
            () => name('xs', 'ts'),
            () => (depth > 0 ? binary(['+'], 'list') : name('xs')),
            () => {
              const of = any();
              return { is: 'list', items: Array.from({ length: below(4) }, () => (depth > 0 ? sub(of) : value(1))) };
            },
          );
        case 'record':
          return oneOf(record, gift, () => name('k'));
      }
    };
    return make(kinds[below(3)] as Kind, 5);
  });

const levels: Record<string, number> = { '||': 1, '&&': 2, '+': 4, '-': 4, '*': 5, '/': 5 };
const levelOf = (tree: Tree): number =>
  tree.is === 'choice'
    ? 0
    : tree.is === 'binary'
      ? (levels[tree.sign] ?? 3)
      : tree.is === 'unary'
        ? 6
        : tree.is === 'value' && typeof tree.value === 'number' && tree.value < 0
          ? 6
          : 7;

/**
 * The tree as text with the minimum of parentheses, so that precedence is compared too. Intended differences are spelt
 * out for CEL; see engine/expressions/README.md.
 */
export function print(tree: Tree, language: 'ours' | 'cel'): string {
  const cel = language === 'cel';
  const at = (part: Tree, level: number): string => {
    const written = show(part);
    // For CEL, a division is printed as a parenthesized conditional.
    return levelOf(part) < level && !(cel && part.is === 'binary' && part.sign === '/') ? `(${written})` : written;
  };
  const show = (node: Tree): string => {
    switch (node.is) {
      case 'value':
        if (typeof node.value === 'string') return quote(node.value);
        return cel && Number.isInteger(node.value) ? `${node.value}.0` : String(node.value);
      case 'name':
        return node.name;
      case 'list':
        return `[${node.items.map(show).join(', ')}]`;
      case 'member':
        return `${at(node.of, 7)}.${node.name}`;
      case 'index': {
        const element = `${at(node.of, 7)}[${show(node.key)}]`;
        if (!cel || node.of.is !== 'name' || !['xs', 'ts'].includes(node.of.name)) return element;
        // CEL's library throws for a fraction, instead of returning an error that && and || could absorb.
        return `(double(int(${show(node.key)})) == ${at(node.key, 4)} ? ${element} : [0.0][1.0])`;
      }
      case 'has': {
        const path = `${at(node.of, 7)}.${node.name}`;
        return cel ? `(has(${path}) && ${path} != null)` : `has(${path})`;
      }
      case 'unary':
        // CEL's library drops a pair of signs even around parentheses, and skips the check of the operand.
        if (cel && node.of.is === 'unary') return `${node.sign}[${show(node.of)}][0.0]`;
        return `${node.sign}${at(node.of, 7)}`;
      case 'choice':
        return `${at(node.test, 1)} ? ${at(node.yes, 1)} : ${at(node.no, 0)}`;
      case 'binary': {
        const level = levels[node.sign] ?? 3;
        const [left, right] = [at(node.left, level), at(node.right, level + 1)];
        if (cel && node.sign === '/') return `(${at(node.right, 4)} == 0.0 ? [0.0][1.0] : ${left} / ${right})`;
        return `${left} ${node.sign} ${right}`;
      }
      case 'call': {
        const [first, second] = node.args as [Tree, Tree];
        if (cel && node.name === 'size') return `double(size(${show(first)}))`;
        // All arguments of a function are evaluated, so an error in the fallback is never hidden.
        if (cel && node.name === 'default') {
          return `([${show(first)}, ${show(second)}][0.0] == null ? ${at(second, 1)} : ${at(first, 1)})`;
        }
        return cel
          ? `${at(first, 7)}.${node.name}(${show(second)})`
          : `${node.name}(${node.args.map(show).join(', ')})`;
      }
    }
  };
  return show(tree);
}

const quote = (value: string): string => {
  const escaped = [...value].map((char) => {
    if (char === '\\' || char === "'") return `\\${char}`;
    return char < ' ' ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char;
  });
  return `'${escaped.join('')}'`;
};
