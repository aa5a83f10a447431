/** What the words of a definition become when it is loaded: plain data that travels to browsers as JSON. */

/** Any JSON value. A type alias of plain data can be assigned to it, an interface cannot. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * A compiled expression: plain JSON, made by `compileExpression`, run by `evaluate` (`engine/expressions/`).
 * A scalar is a constant; an array is an operation and its operands:
 * `['$', name]` reads a name, `['#', value]` is a constant list or record, `['[]', …]` makes a list,
 * `['.', object, key]` takes a member or an element, `['has', object, key]`, `['?', test, then, otherwise]`,
 * `['neg', x]`, `['!', x]`, the binary operators under their own sign, and functions under their name.
 */
export type Code = null | boolean | number | string | readonly [operation: string, ...operands: Json[]];

/** A compiled text: a string when nothing in it varies, else its pieces in order. */
export type Template = string | readonly (string | { readonly v: Code })[];

/** A piece of marked-up text: `b` strong, `i` emphasis, `a` a link. */
export type Inline =
  | string
  | { readonly v: Code }
  | { readonly b: readonly Inline[] }
  | { readonly i: readonly Inline[] }
  | { readonly a: readonly Inline[]; readonly to: Template };

/** What a visitor reads, on one line. */
export type Text = string | readonly Inline[];

/** Paragraphs and lists. */
export type Prose = readonly ({ readonly p: Text } | { readonly ul: readonly Text[] })[];

/** The values of a message: JSON with compiled expressions as leaves. */
export type Payload =
  | { readonly code: Code }
  | { readonly list: readonly Payload[] }
  | { readonly members: { readonly [name: string]: Payload } };

/** A wait between two bounds in milliseconds, equal when it is fixed. */
export interface Wait {
  readonly from: number;
  readonly to: number;
}
