/** What is left of a visit that has ended: its answers without personal values, for Back. */
import type { Json } from '../../schemas/compiled.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { personalNames } from '../flow/personal-names.ts';
import { leafOf, type Session } from './session.ts';

type Values = Readonly<Record<string, Json>>;

/**
 * Whether a visit has ended after an event: it has shown a final step, or submitted a final form.
 * @param wasOver before the event
 * @param event null for the start of a page
 */
export function isOverAfter(wasOver: boolean, session: Session, event: { readonly type: string } | null): boolean {
  const step = session.compiled.flow.steps[leafOf(session).step];
  // An edit after the final step continues the visit.
  if (event?.type === 'INPUT') return false;
  if (step?.final !== true) return wasOver;
  return wasOver || step.kind !== 'form' || (event?.type === 'SUBMIT' && isAccepted(session));
}

const isAccepted = ({ snapshot }: Session): boolean => Object.keys(snapshot.context.errors).length === 0;

/** Values without personal data. */
export function withoutPersonal({ flow, forms }: Pick<CompiledFlow, 'flow' | 'forms'>, values: Values): Values {
  const personal = personalNames(flow, forms);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !personal.has(name)));
}

/** Those of some steps whose fetched values are all known. What is personal is fetched again. */
export const fetchedSteps = (
  { flow }: Pick<CompiledFlow, 'flow'>,
  steps: readonly string[],
  values: Values,
): string[] =>
  steps.filter((step) =>
    flow.steps[step]?.fetch?.calls.every(({ saveAs }) => Object.keys(saveAs ?? {}).every((name) => name in values)),
  );
