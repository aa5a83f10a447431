/**
 * What the guards of some transition tables need: `table.ts` gets it as an argument, because only pages with such tables
 * receive its code.
 */
import { type Evaluate, evaluatorWith, named } from '../expressions/evaluator.ts';
import { numberFunctions } from '../expressions/number-functions.ts';
import type { TextJudge } from './text-judge.ts';
import { writtenJudge } from './written.ts';

export interface TableRuntime {
  /** Evaluates conditions. */
  readonly evaluate?: Evaluate;
  /** Judges texts of written numbers and dates, too. */
  readonly written?: TextJudge;
}

/** The functions of texts would double its size; `compileTable` leaves conditions with them to the machine. */
export const evaluateNumbers: Evaluate = evaluatorWith(named(numberFunctions));

/** What every table needs. */
export const tableRuntime: TableRuntime = { evaluate: evaluateNumbers, written: writtenJudge };
