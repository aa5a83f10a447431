/** Finds the flows that need no more than the common views. The server runs this; browsers read `data-views`. */
import type { FlowDefinition } from '../../engine/definition.ts';
import { commonTypes } from './views.ts';

/** Whether every block below a value is of a common type. */
function areCommon(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(areCommon);
  const { type } = value as { type?: unknown };
  return (
    (typeof type !== 'string' || commonTypes.some((each) => each === type)) && Object.values(value).every(areCommon)
  );
}

/** Whether a flow shows only blocks of common types. */
export const isPlain = ({ steps }: FlowDefinition): boolean =>
  Object.values(steps).every(({ show }) => areCommon(show));
