// The whole language, for loading definitions. Code that only evaluates expressions imports `run.ts`.
export {
  dateStyles,
  type ExtensionFunction,
  type ExtensionFunctions,
  functionCatalogue,
  type Signature,
} from './catalogue.ts';
export { chainsIn, type NameChain } from './chains.ts';
export type { Constants } from './compile.ts';
export { dateFormatter, dayFormat } from './dates.ts';
export { type Condition, compileCondition, compileExpression, type Expression, type Types } from './expression.ts';
export { type ShownFact, shownFacts } from './fact-formats.ts';
export { numberSigns } from './numbers.ts';
export type { Problem, ProblemCode } from './problems.ts';
export * from './run.ts';
export { type CompiledTemplate, compileTemplate } from './template.ts';
export {
  absenceOf,
  describeType,
  isAssignable,
  isShownOtherwise,
  joinTypes,
  missing,
  type Type,
  typeOf,
} from './types.ts';
