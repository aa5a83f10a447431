import type { FlowFile } from '../../../schemas/generated/types.ts';
import { waysOn } from '../check/graph.ts';
import type { FlowPresence } from './presence.ts';

/**
 * The values without which a step cannot be shown to a visitor who returns to it by a reload or the history: those that
 * every way in brings and that are read there or further on. A step with a query says so itself.
 */
export function needsOf(
  flow: FlowFile,
  presence: FlowPresence,
  readIn: (step: string) => ReadonlySet<string>,
): Record<string, readonly string[]> {
  const { steps, keeps = {} } = flow;
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
      const kept = Object.hasOwn(keeps, name) ? keeps[name] : undefined;
      if (kept === undefined || kept.optional === true || kept.draw === true) return false;
      return [...ahead].some((at) => read.get(at)?.has(name));
    });
    if (names.length > 0) needs[id] = names.sort();
  }
  return needs;
}
