/** What the words of a definition become when it is loaded: plain data that travels to browsers as JSON. */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A compiled expression; `engine/expressions/evaluate.ts` reads it. */
export type Code = Json;

/** A text with expressions in it: a constant, or pieces. */
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

/** A wait between two bounds in milliseconds, equal when it is fixed. */
export interface Wait {
  readonly from: number;
  readonly to: number;
}
