import type { Json } from '../../schemas/compiled.ts';

export type { Code, Json, Template } from '../../schemas/compiled.ts';

/** The values an expression may read, by name; a function answers undefined for a name it does not know. */
export type Scope = { readonly [name: string]: Json } | ((name: string) => Json | undefined);

/**
 * Shows a date. `iso` is `YYYY-MM-DD`, or that with `THH:MM[:SS]`, with or without an offset.
 * @throws ExpressionError `bad-date`
 */
export type FormatDate = (iso: string, format: string) => string;
