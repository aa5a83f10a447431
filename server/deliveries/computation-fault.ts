/** Why a part of a message cannot be computed, without a value of the submission. */
import { ExpressionError } from '../../engine/expressions/run.ts';

/** Describes an error of computing a message. */
export const computingFault = (error: unknown): string =>
  `not computed: ${error instanceof ExpressionError ? error.code : (error as Error).name}`;
