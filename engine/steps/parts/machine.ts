import type { StepDefinition } from '../../../schemas/generated/types.ts';
import type { FlowDefinition } from '../../definition.ts';
import type { FormDefinition } from '../../forms/types.ts';
import type { FormScreen, QuestionScreen } from '../screen.ts';
import type { Leaf, Place, StateConfig } from './place.ts';

/**
 * The role of a step for a visitor. It determines history, saved visits, personalised pages and the checks of a flow's
 * steps.
 */
export type StepRole =
  /** Stays until the visitor acts. An address, a reload or the history can lead to it. */
  | 'screen'
  /** Continues after a delay. The next screen replaces it in the history. */
  | 'pause'
  /** Continues immediately and is never visible. */
  | 'junction'
  /** Redirects the visitor to another address. */
  | 'exit'
  /** Ends the flow without leaving the page. */
  | 'end';

/** The values of a session that a screen shows. */
export interface ShownValues extends Pick<FormScreen, 'values' | 'errors' | 'problem'> {}

/** What browser and server need to know about a step kind. */
export interface StepMachine<Step extends StepDefinition = StepDefinition> {
  readonly role: StepRole;
  /** Configures the step's state. Registers its leaves and delays. */
  state(place: Place<Step>): StateConfig;
  /** The screens within the step, in addition to the step itself. */
  screens?(step: Step, flow: FlowDefinition): readonly string[];
  /** The question that the screen shows. */
  question?(step: Step, flow: FlowDefinition, leaf: Leaf, shown: ShownValues): QuestionScreen | null;
  /** The form that the screen shows. */
  form?(step: Step, forms: readonly FormDefinition[], shown: ShownValues): FormScreen | null;
}
