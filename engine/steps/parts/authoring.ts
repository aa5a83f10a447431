import type { QuestionSet, Step, StepBase } from '../../../schemas/generated/types.ts';
import type { BlockRole } from '../../blocks/roles.ts';
import type { ArgsOf, AuthorCode } from '../../errors/catalogue.ts';
import type { Types } from '../../expressions/index.ts';

/** What a step kind can read of its flow. */
export interface FlowAround {
  readonly questions: Readonly<Record<string, QuestionSet>>;
  /** The names of a form's fields. */
  fieldsOf(form: string): readonly string[];
}

/** Reports an error at a place below the step. @param path ends at the wrong key, or at the key of the wrong value */
export type AddFault = <C extends AuthorCode>(
  code: C,
  path: readonly (string | number)[],
  at: 'key' | 'value',
  ...args: ArgsOf<C>
) => void;

/** What a step is in the graph of its flow. */
export type StepNode = 'screen' | 'questions' | 'form' | 'wait' | 'decision' | 'redirect' | 'close';

/** What the loader needs to know about a step kind. */
export interface StepAuthoring<Definition> {
  /** The key that gives a step this kind; null for the kind of a step without such a key. */
  readonly key: keyof Step | null;
  /** What it is in the graph of a flow. */
  readonly drawnAs: StepNode;
  /** Creates the definition of a step; null if a required key is missing. @param base the keys that every kind has */
  define(base: StepBase, step: Step): Definition | null;
  /** Runs the checks that apply only to steps of this kind. */
  check(step: Step, add: AddFault): void;
  /** The steps that it leads to, apart from `next` and `on`. */
  branches(step: Step): readonly string[];
  /** The steps that it enters in the same transition, without another event. */
  entersAtOnce(step: Step): readonly string[];
  /** The values that are present when the visitor continues from it. */
  collects(step: Step, flow: FlowAround): readonly string[];
  /** The names that its expressions can read in addition to the flow's values. */
  readonly reads: Types;
  /** The block that the step must show, and the reason; null if it needs none. */
  readonly block: { readonly role: BlockRole; readonly because: string } | null;
  /** The reason why it needs `next`; null if `next` is optional. */
  readonly needsNext: string | null;
}

/** Defaults for kinds that do not need these members. */
export const plainStep = {
  check: () => {},
  branches: () => [],
  entersAtOnce: () => [],
  collects: () => [],
  reads: {},
  block: null,
  needsNext: null,
} as const satisfies Partial<StepAuthoring<unknown>>;
