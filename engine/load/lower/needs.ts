import type { FlowFile } from '../../../schemas/generated/types.ts';
import { waysOn } from '../link/ways.ts';
import type { FlowPresence } from './presence.ts';

/**
 * The values that a step requires when a visitor returns to it by a reload or through the history: every way into the
 * step sets them, and the step or a later one reads them. A step with a path is excluded: it declares them in `query`.
 */
export function needsOf(
  flow: FlowFile,
  presence: FlowPresence,
  readIn: (step: string) => ReadonlySet<string>,
): Record<string, readonly string[]> {
  const { steps, data = {} } = flow;
  const read = new Map(Object.keys(steps).map((id) => [id, readIn(id)]));
  const needs: Record<string, readonly string[]> = {};
  for (const [id, step] of Object.entries(steps)) {
    if (step.path !== undefined || !presence.isScreen(id)) continue;
    const ahead = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (ahead.has(at) || !Object.hasOwn(steps, at)) continue;
      ahead.add(at);
      open.push(...waysOn(steps[at] as FlowFile['steps'][string]));
    }
    const names = [...presence.at(id).names].filter((name) => {
      const type = Object.hasOwn(data, name) ? data[name] : undefined;
      if (type === undefined || type.optional === true || type.generate === true) return false;
      return [...ahead].some((at) => read.get(at)?.has(name));
    });
    if (names.length > 0) needs[id] = names.sort();
  }
  return needs;
}
