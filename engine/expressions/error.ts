/** Why an evaluation stopped. Codes are permanent. */
export type ExpressionErrorCode =
  | 'divide-by-zero'
  | 'not-finite'
  | 'not-exact'
  | 'index-out-of-range'
  | 'missing-key'
  | 'unknown-name'
  | 'forbidden-name'
  | 'unknown-operation'
  | 'wrong-type'
  | 'empty-list'
  | 'bad-number'
  | 'bad-date'
  | 'no-dates';

/** A failed evaluation. It is never turned into false or an empty text: whoever runs the expression decides. */
export class ExpressionError extends Error {
  readonly code: ExpressionErrorCode;
  constructor(code: ExpressionErrorCode, message: string) {
    super(message);
    this.name = 'ExpressionError';
    this.code = code;
  }
}

/** Member names that reach into JavaScript's own objects; refused at load and again at run time. */
export const isForbiddenName = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype';
