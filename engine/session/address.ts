/** The address of a session. */
import { writeStepQuery } from '../flow/step-query.ts';
import { leafOf, type Session } from './session.ts';

/** The path of the current step and the query of its values; null for a step without a path. */
export function addressAt(session: Session): { path: string; query: Record<string, string> } | null {
  const { compiled, snapshot } = session;
  const { step } = leafOf(session);
  const path = compiled.flow.steps[step]?.path?.[0];
  return path === undefined ? null : { path, query: writeStepQuery(compiled.flow, step, snapshot.context.values) };
}
