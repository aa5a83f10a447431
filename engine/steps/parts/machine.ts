import type { StepDefinition } from '../../../schemas/generated/types.ts';
import type { FlowDefinition } from '../../definition.ts';
import type { FormDefinition } from '../../forms/types.ts';
import type { FormScreen, QuestionScreen } from '../screen.ts';
import type { Leaf, Place, StateConfig } from './place.ts';

/**
 * What a step is to a visitor. History, saved visits, pages for one visitor and the checks of a flow's steps follow from
 * it.
 */
export type StepRole =
  /** Stays until the visitor acts. An address, a reload or the history can lead to it. */
  | 'screen'
  /** Leads on after a while. The next screen takes its place in the history. */
  | 'pause'
  /** Leads on at once and is never seen. */
  | 'junction'
  /** Sends the visitor to another address. */
  | 'exit'
  /** Ends the flow where it is. */
  | 'end';

/** What a session holds, as far as a screen shows it. */
export interface ShownValues extends Pick<FormScreen, 'values' | 'errors' | 'problem'> {}

/** What browser and server need to know of a step kind. */
export interface StepMachine<Step extends StepDefinition = StepDefinition> {
  readonly role: StepRole;
  /** Configures the step's state. Registers its leaves and its delays. */
  state(place: Place<Step>): StateConfig;
  /** The screens within the step, beside the step itself. */
  screens?(step: Step, flow: FlowDefinition): readonly string[];
  /** The question that a view shows. */
  question?(step: Step, flow: FlowDefinition, leaf: Leaf, shown: ShownValues): QuestionScreen | null;
  /** The form that a view shows. */
  form?(step: Step, forms: readonly FormDefinition[], shown: ShownValues): FormScreen | null;
}
