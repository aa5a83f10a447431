/** What of the answers still matters on the ways ahead. */
import type { FlowFile } from '../../../schemas/generated/types.ts';
import { namesRead } from '../../decide/operation.ts';
import type { Demand } from '../../decide/possibility.ts';
import { waysOn } from '../link/ways.ts';

/**
 * Finds the names that are read at a step, or at one that it leads to.
 * @param namesAt the names that are read at a step
 */
export function namesAhead(
  { steps }: FlowFile,
  namesAt: (step: string) => Iterable<string>,
): (step: string) => ReadonlySet<string> {
  const found = new Map<string, ReadonlySet<string>>();
  const search = (start: string): ReadonlySet<string> => {
    const seen = new Set([start]);
    for (const id of seen) {
      const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
      if (step === undefined) continue;
      for (const next of waysOn(step)) seen.add(next);
      if (step.fallback !== undefined) seen.add(step.fallback.to);
    }
    return new Set([...seen].flatMap((id) => [...namesAt(id)]));
  };
  return (step) => {
    const names = found.get(step) ?? search(step);
    found.set(step, names);
    return names;
  };
}

/** The demands that bear on some names, directly or through other demands. */
export function demandsAbout(demands: readonly Demand[], names: ReadonlySet<string>): readonly Demand[] {
  const linked = new Set(names);
  const read = demands.map(({ code }) => [...namesRead(code)]);
  for (let size = 0; size < linked.size; ) {
    size = linked.size;
    for (const each of read) if (each.some((name) => linked.has(name))) for (const name of each) linked.add(name);
  }
  return demands.filter((_, index) => read[index]?.some((name) => linked.has(name)));
}
