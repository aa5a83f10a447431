import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Draft } from '../link/draft.ts';
import { entersAtOnce } from '../link/ways.ts';
import type { Source } from '../source/source.ts';

/**
 * Checks that no steps form a cycle without a wait. No value can change within such a cycle, so it would never end and
 * would block the process that runs the flow.
 */
export function checkCycles({ report }: Draft, source: Source<FlowFile>): void {
  const { steps } = source.data;
  const finished = new Set<string>();
  const way: string[] = [];
  const visit = (id: string): void => {
    const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
    if (step === undefined || finished.has(id)) return;
    const from = way.indexOf(id);
    if (from >= 0) {
      const cycle = way.slice(from);
      report.add('step-cycle', source, source.place(['steps', cycle[0] as string], { key: true }), { steps: cycle });
      return;
    }
    way.push(id);
    for (const next of entersAtOnce(step)) visit(next);
    way.pop();
    finished.add(id);
  };
  for (const id of Object.keys(steps)) visit(id);
}
