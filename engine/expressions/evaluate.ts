import { evaluatorWith } from './evaluator.ts';
import { functions } from './functions.ts';

/**
 * Evaluates a compiled expression. Pure, and identical in browser and server.
 * `formatDate` is required only by expressions that use `date`.
 * `&&` and `||` work as in CEL: a side that decides the result hides an error of the other side.
 * @throws ExpressionError if there is no value; it never returns false instead
 */
export const evaluate = evaluatorWith(functions);
