import type { Node } from './ast.ts';

/**
 * The name of what a node reads, when it is a name or a path of members and constant indexes: `visit.src`,
 * `answers[0]`. Two nodes with one path read one value.
 */
export function pathOf(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member' && node.kind !== 'index') return undefined;
  const object = pathOf(node.object);
  if (object === undefined) return undefined;
  if (node.kind === 'member') return `${object}.${node.name}`;
  if (node.key.kind !== 'literal') return undefined;
  const { value } = node.key;
  // m['k'] and m.k are one path.
  return typeof value === 'string' && /^\w+$/.test(value)
    ? `${object}.${value}`
    : `${object}[${JSON.stringify(value)}]`;
}

/** How a path that is not an empty text stands among those that are not null. */
export const filled = (path: string): string => `${path} ''`;

/** The paths that cannot be null, or empty where they are `filled`, once `node` has come out as `outcome`. */
export function provenNonNull(node: Node, outcome: boolean): string[] {
  switch (node.kind) {
    case 'unary':
      return node.operator === '!' ? provenNonNull(node.operand, !outcome) : [];
    case 'has': {
      const object = pathOf(node.object);
      return outcome && object !== undefined ? [`${object}.${node.name}`] : [];
    }
    case 'binary': {
      const { operator, left, right } = node;
      if (operator === (outcome ? '&&' : '||'))
        return [...provenNonNull(left, outcome), ...provenNonNull(right, outcome)];
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

/** The path of `node` when `other` is a literal that is null, or is not, as `wantsNull` says. */
function comparedWith(node: Node, other: Node, wantsNull: boolean): string[] {
  const path = other.kind === 'literal' && (other.value === null) === wantsNull ? pathOf(node) : undefined;
  return path === undefined ? [] : [path];
}

const comparedWithEmpty = (node: Node, other: Node): string[] => {
  const path = other.kind === 'literal' && other.value === '' ? pathOf(node) : undefined;
  return path === undefined ? [] : [filled(path)];
};
