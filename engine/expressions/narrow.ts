import type { Node } from './ast.ts';

/**
 * The path that a node reads, if it is a name or a chain of members and constant indexes: `visit.src`, `answers[0]`.
 * Two nodes with the same path read the same value.
 */
export function pathOf(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member' && node.kind !== 'index') return undefined;
  const object = pathOf(node.object);
  if (object === undefined) return undefined;
  if (node.kind === 'member') return `${object}.${node.name}`;
  if (node.key.kind !== 'literal') return undefined;
  const { value } = node.key;
  // m['k'] and m.k are the same path.
  return typeof value === 'string' && /^\w+$/.test(value)
    ? `${object}.${value}`
    : `${object}[${JSON.stringify(value)}]`;
}

/** A condition with what holds where it is unknown, `default(condition, false)`; undefined for any other part. */
export function settled(node: Node): { readonly condition: Node; readonly otherwise: boolean } | undefined {
  if (node.kind !== 'call' || node.name !== 'default' || node.args.length !== 2) return undefined;
  const [condition, fallback] = node.args as [Node, Node];
  if (fallback.kind !== 'literal' || typeof fallback.value !== 'boolean') return undefined;
  return { condition, otherwise: fallback.value };
}

/** The key of the fact that a path is not an empty text, among the paths that are not null. */
export const filled = (path: string): string => `${path} ''`;

/**
 * The paths that cannot be null, or cannot be empty if `filled`, when `node` evaluates to `outcome`.
 * @param skips the parts that prove nothing; none by default
 */
export function provenNonNull(node: Node, outcome: boolean, skips: (part: Node) => boolean = () => false): string[] {
  if (skips(node)) return [];
  switch (node.kind) {
    case 'unary':
      return node.operator === '!' ? provenNonNull(node.operand, !outcome, skips) : [];
    case 'call': {
      const inner = settled(node);
      return inner?.otherwise === !outcome ? provenNonNull(inner.condition, outcome, skips) : [];
    }
    case 'has': {
      const object = pathOf(node.object);
      return outcome && object !== undefined ? [`${object}.${node.name}`] : [];
    }
    case 'binary': {
      const { operator, left, right } = node;
      if (operator === (outcome ? '&&' : '||'))
        return [left, right].flatMap((part) => provenNonNull(part, outcome, skips));
      if (operator === (outcome ? '!=' : '=='))
        return [
          ...comparedWith(left, right, true),
          ...comparedWith(right, left, true),
          ...comparedWithEmpty(left, right),
          ...comparedWithEmpty(right, left),
        ];
      if (operator === (outcome ? '==' : '!='))
        return [...comparedWith(left, right, false), ...comparedWith(right, left, false)];
      return [];
    }
    default:
      return [];
  }
}

/** The path of `node`, if `other` is a literal that is null (or, without `wantsNull`, not null). */
function comparedWith(node: Node, other: Node, wantsNull: boolean): string[] {
  const path = other.kind === 'literal' && (other.value === null) === wantsNull ? pathOf(node) : undefined;
  return path === undefined ? [] : [path];
}

const comparedWithEmpty = (node: Node, other: Node): string[] => {
  const path = other.kind === 'literal' && other.value === '' ? pathOf(node) : undefined;
  return path === undefined ? [] : [filled(path)];
};
