import type { Json } from '../../schemas/compiled.ts';

export type { Code, Json, Template } from '../../schemas/compiled.ts';

/** The values that an expression reads, by name. A function returns undefined for an unknown name. */
export type Scope = { readonly [name: string]: Json } | ((name: string) => Json | undefined);

/**
 * Formats a date. `iso` is `YYYY-MM-DD`, optionally followed by `THH:MM[:SS]` and an offset.
 * @throws ExpressionError `bad-date`
 */
export type FormatDate = (iso: string, format: string) => string;
