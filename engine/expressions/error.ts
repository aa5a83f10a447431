/** Why an evaluation failed. Codes are permanent. */
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

/** A failed evaluation. It never becomes false or an empty text; the caller decides how to handle it. */
export class ExpressionError extends Error {
  // Declared only: a field of its own would be compiled to a helper of 0.3 KB for Safari 15.
  declare readonly code: ExpressionErrorCode;
  constructor(code: ExpressionErrorCode, message: string) {
    super(message);
    this.name = 'ExpressionError';
    this.code = code;
  }
}

/** Names of members that access JavaScript's own objects. They are rejected at load and again at run time. */
export const isForbiddenName = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype';
