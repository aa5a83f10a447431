/** The names in expressions, with their places. */
import { type Node, operandsOf, type Span } from './ast.ts';
import { parse } from './parser.ts';
import { SyntaxProblem } from './problems.ts';

/** A name and the members that are read of it: `facts.offer.price`. */
export interface NameChain {
  /** The name, then its members; null for one that is computed. */
  readonly names: readonly (string | null)[];
  /** The place of each in the text. */
  readonly spans: readonly Span[];
}

const accesses: ReadonlySet<Node['kind']> = new Set(['name', 'member', 'index', 'has']);

/** Every name that an expression reads. Empty for one that cannot be parsed, which the check reports. */
export function chainsIn(code: string): NameChain[] {
  const chains: NameChain[] = [];
  /** The chain that ends at a node; null for a value without a name. */
  const chainOf = (node: Node): NameChain | null => {
    if (node.kind === 'name') return { names: [node.name], spans: [node.span] };
    if (node.kind === 'member' || node.kind === 'has') {
      const before = chainOf(node.object);
      return before && { names: [...before.names, node.name], spans: [...before.spans, node.nameSpan] };
    }
    if (node.kind !== 'index') {
      visit(node);
      return null;
    }
    const before = chainOf(node.object);
    const { key } = node;
    const isText = key.kind === 'literal' && typeof key.value === 'string';
    if (!isText) visit(key);
    // Without the quotes.
    const span = isText ? { offset: key.span.offset + 1, length: key.span.length - 2 } : key.span;
    return before && { names: [...before.names, isText ? String(key.value) : null], spans: [...before.spans, span] };
  };
  const visit = (node: Node): void => {
    if (accesses.has(node.kind)) {
      const chain = chainOf(node);
      if (chain !== null) chains.push(chain);
    } else operandsOf(node).forEach(visit);
  };
  try {
    visit(parse(code));
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
  }
  return chains;
}
