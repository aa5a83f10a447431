/** Writes an expression as a text that means the same. */
import type { Node } from './ast.ts';

/**
 * The text of an expression, the same for all ways to write it: expressions with the same text have the same value.
 * @param instead the text to write for a part; undefined for its own
 */
export function expressionText(node: Node, instead: (part: Node) => string | undefined = () => undefined): string {
  const part = (inner: Node): string => instead(inner) ?? bare(inner);
  const operand = (inner: Node): string => {
    const text = part(inner);
    return inner.kind === 'binary' || inner.kind === 'ternary' ? `(${text})` : text;
  };
  const list = (items: readonly Node[]): string => items.map(part).join(', ');
  const bare = (inner: Node): string => {
    switch (inner.kind) {
      case 'literal':
        return typeof inner.value === 'string' ? quoted(inner.value) : String(inner.value);
      case 'name':
        return inner.name;
      case 'list':
        return `[${list(inner.items)}]`;
      case 'member':
        return `${operand(inner.object)}.${inner.name}`;
      case 'has':
        return `has(${operand(inner.object)}.${inner.name})`;
      case 'index':
        return inner.key.kind === 'literal' && /^[a-z]\w*$/i.test(String(inner.key.value))
          ? `${operand(inner.object)}.${String(inner.key.value)}`
          : `${operand(inner.object)}[${part(inner.key)}]`;
      case 'unary':
        return `${inner.operator}${operand(inner.operand)}`;
      case 'binary':
        return `${operand(inner.left)} ${inner.operator} ${operand(inner.right)}`;
      case 'ternary':
        return `${operand(inner.test)} ? ${operand(inner.then)} : ${operand(inner.otherwise)}`;
      case 'call':
        return `${inner.name}(${inner.args.map((arg, index) => (inner.name === 'default' && index === 0 ? bare(arg) : part(arg))).join(', ')})`;
    }
  };
  return part(node);
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
