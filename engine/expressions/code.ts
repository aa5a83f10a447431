/** A value of the language: what JSON can hold, with finite numbers only. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A compiled expression: plain JSON, made by `compileExpression`, run by `evaluate`.
 * A scalar stands for itself; an array is an operation and its operands:
 * `['$', name]` reads a name, `['#', value]` is a constant list or record, `['[]', …]` makes a list,
 * `['.', object, key]` takes a member or an element, `['has', object, key]`, `['?', test, then, otherwise]`,
 * `['neg', x]`, `['!', x]`, the binary operators under their own sign, and functions under their name.
 */
export type Code = null | boolean | number | string | [operation: string, ...operands: Json[]];

/** A compiled text: a string when nothing in it varies, else its pieces in order. */
export type Template = string | (string | { v: Code })[];

/** The values an expression may read, by name; a function answers undefined for a name it does not know. */
export type Scope = { readonly [name: string]: Json } | ((name: string) => Json | undefined);

/**
 * Shows a date. `iso` is `YYYY-MM-DD`, or that with `THH:MM[:SS]`, with or without an offset.
 * @throws ExpressionError `bad-date`
 */
export type FormatDate = (iso: string, format: string) => string;
