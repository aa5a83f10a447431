import { type Node, operandsOf } from './ast.ts';
import { signatureOf } from './catalogue.ts';
import { parse } from './parser.ts';
import { SyntaxProblem } from './problems.ts';

/** A constant that an expression formats as money or as a date. */
export interface ShownFact {
  readonly as: 'money' | 'date';
  /** Keys below `facts`; null where an expression computes the key. */
  readonly path: readonly (string | number | null)[];
}

/**
 * The facts that an expression formats as money or as dates: the arguments of functions that do so.
 * @param divisor a fact divided by this number counts as money too; none by default
 * @returns an empty list for an expression that cannot be parsed
 */
export function shownFacts(text: string, divisor?: number): ShownFact[] {
  const found: ShownFact[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'call') {
      const as = signatureOf(node.name)?.shows;
      const [shown] = node.args;
      if (as !== undefined && shown !== undefined) for (const path of factsIn(shown)) found.push({ as, path });
    } else if (node.kind === 'binary' && node.operator === '/') {
      if (node.right.kind === 'literal' && node.right.value === divisor)
        for (const path of factsIn(node.left)) found.push({ as: 'money', path });
    }
    operandsOf(node).forEach(visit);
  };
  try {
    visit(parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
  }
  return found;
}

/** Functions that return one of their arguments, or their sum. */
const passing: ReadonlySet<string> = new Set(['default', 'min', 'max', 'sum', 'round', 'floor']);

/** The facts whose value, or sum, an expression returns. */
function factsIn(node: Node): ShownFact['path'][] {
  const path = pathOf(node);
  if (path !== undefined) return [path];
  if (node.kind === 'binary' && (node.operator === '+' || node.operator === '-'))
    return [...factsIn(node.left), ...factsIn(node.right)];
  if (node.kind === 'ternary') return [...factsIn(node.then), ...factsIn(node.otherwise)];
  if (node.kind === 'list') return node.items.flatMap(factsIn);
  if (node.kind === 'unary') return factsIn(node.operand);
  return node.kind === 'call' && passing.has(node.name) ? node.args.flatMap(factsIn) : [];
}

function pathOf(node: Node): ShownFact['path'] | undefined {
  if (node.kind === 'name') return node.name === 'facts' ? [] : undefined;
  if (node.kind !== 'member' && node.kind !== 'index') return undefined;
  const before = pathOf(node.object);
  if (before === undefined) return undefined;
  if (node.kind === 'member') return [...before, node.name];
  const { key } = node;
  const known = key.kind === 'literal' && (typeof key.value === 'string' || typeof key.value === 'number');
  return [...before, known ? (key.value as string | number) : null];
}
