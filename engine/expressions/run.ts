// The part of the language that browsers load: without parser and checker.
export type { Code, FormatDate, Json, Scope, Template } from './code.ts';
export { ExpressionError, type ExpressionErrorCode } from './error.ts';
export { evaluate } from './evaluate.ts';
export { renderTemplate } from './render.ts';
