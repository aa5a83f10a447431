/** A range in the text of an expression, in UTF-16 units. */
export interface Span {
  offset: number;
  length: number;
}

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** The content of a node, by kind. */
export type Syntax =
  | { kind: 'literal'; value: null | boolean | number | string }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Node[] }
  | { kind: 'member'; object: Node; name: string; nameSpan: Span }
  | { kind: 'index'; object: Node; key: Node }
  | { kind: 'has'; object: Node; name: string; nameSpan: Span }
  | { kind: 'unary'; operator: '!' | '-'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'ternary'; test: Node; then: Node; otherwise: Node }
  | { kind: 'call'; name: string; nameSpan: Span; args: Node[] };

/** A node of the syntax tree. `depth` is the height of the tree that it is the root of. */
export type Node = Syntax & { span: Span; depth: number };

/** A node of one kind. */
export type NodeOf<K extends Node['kind']> = Extract<Node, { kind: K }>;

export const spanOf = (from: Span, to: Span): Span => ({
  offset: from.offset,
  length: to.offset + to.length - from.offset,
});

/** The operands of an operation or a call, and the items of a list, in the order of the text; none for other nodes. */
export function operandsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'list':
      return node.items;
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'ternary':
      return [node.test, node.then, node.otherwise];
    case 'call':
      return node.args;
    default:
      return [];
  }
}
