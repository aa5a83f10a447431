/** What QA looks for in visits besides how they ended: one list for the studio and the command line. */
import { type CircumstanceSource, circumstancesOf } from '../../engine/trace/circumstances.ts';
import type { VisitFinding } from '../../renderer/studio/contract.ts';

export const visitFindings = [
  ...(['errors', 'repeated-call', 'double-press', 'undelivered'] as const),
] satisfies readonly VisitFinding[];

/**
 * What the recorded sessions of a visit have of it.
 * @param sources the sessions, the oldest first
 * @returns never `undelivered`, which only the store knows
 */
export function findingsIn(sources: readonly CircumstanceSource[]): VisitFinding[] {
  const found = new Set<string>(circumstancesOf(sources, null).map(({ kind }) => kind));
  const hasErrors = sources.some(({ course }) =>
    course.steps.some(({ line, isUnusable }) => line.threw === true || isUnusable || line.event?.type === 'FAILED'),
  );
  return visitFindings.filter((each) => (each === 'errors' ? hasErrors : found.has(each)));
}
