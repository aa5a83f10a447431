import { evaluatorWith, named } from './evaluator.ts';
import { functions } from './functions.ts';

/**
 * All functions. Those of a site's own are added by the address of their module. An address contains a hash of the code,
 * so that it always means the same function, and versions of a site do not disturb each other.
 */
export const knownFunctions = named(functions);

/**
 * Evaluates a compiled expression. Pure, and identical in browser and server.
 * `formatDate` is required only by expressions that use `date`.
 * `&&` and `||` work as in CEL: a side that decides the result hides an error of the other side.
 * @throws ExpressionError if there is no value; it never returns false instead
 */
export const evaluate = evaluatorWith(knownFunctions);
