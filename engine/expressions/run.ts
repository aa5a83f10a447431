// What the browser ships of the language: no parser, no checker.
export type { Code, FormatDate, Json, Scope, Template } from './code.ts';
export { ExpressionError, type ExpressionErrorCode } from './error.ts';
export { evaluate } from './evaluate.ts';
export { renderTemplate } from './render.ts';
