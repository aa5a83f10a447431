import type { QuestionSet, Step, StepBase } from '../../../schemas/generated/types.ts';
import type { BlockRole } from '../../blocks/roles.ts';
import type { ArgsOf, AuthorCode } from '../../errors/catalogue.ts';
import type { Types } from '../../expressions/index.ts';

/** What a step's kind knows of the flow around it. */
export interface FlowAround {
  readonly questions: Readonly<Record<string, QuestionSet>>;
  /** The names of a form's fields. */
  fieldsOf(form: string): readonly string[];
}

/** Reports an error at a place below the step. @param path ends at the key that is wrong, or at its value */
export type AddFault = <C extends AuthorCode>(
  code: C,
  path: readonly (string | number)[],
  at: 'key' | 'value',
  ...args: ArgsOf<C>
) => void;

/** What the loader needs to know of a step kind. */
export interface StepAuthoring<Definition> {
  /** The key that makes a step one of this kind; null for the kind of a step that has none of these keys. */
  readonly key: keyof Step | null;
  /** Makes the definition of a step; null when the file lacks what the kind requires. @param base what every kind has */
  define(base: StepBase, step: Step): Definition | null;
  /** Checks what only steps of this kind have. */
  check(step: Step, add: AddFault): void;
  /** The steps that it leads to, beside `next` and `on`. */
  branches(step: Step): readonly string[];
  /** The steps that it enters in the same transition, without an event from outside. */
  entersAtOnce(step: Step): readonly string[];
  /** The values that are present once the visitor goes on from it. */
  collects(step: Step, flow: FlowAround): readonly string[];
  /** What its expressions can read beside the flow's values. */
  readonly reads: Types;
  /** The block that shows what it asks for, and why it is needed; null for a kind without one. */
  readonly block: { readonly role: BlockRole; readonly because: string } | null;
  /** Why it has to say which step is next; null where it need not. */
  readonly needsNext: string | null;
}

/** The properties with these names that a step has. */
export const optional = <Key extends keyof Step>(step: Step, ...keys: readonly Key[]): Pick<Step, Key> =>
  Object.fromEntries(keys.flatMap((key) => (step[key] === undefined ? [] : [[key, step[key]]]))) as Pick<Step, Key>;

/** Most kinds need none of these. */
export const plainStep = {
  check: () => {},
  branches: () => [],
  entersAtOnce: () => [],
  collects: () => [],
  reads: {},
  block: null,
  needsNext: null,
} as const satisfies Partial<StepAuthoring<unknown>>;
