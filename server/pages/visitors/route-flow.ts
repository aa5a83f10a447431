/** The flow that a version runs at a route. */
import type { Route } from '../../../engine/definition.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import type { Version } from '../version.ts';

/** The route of a path that a version has. */
export const routeAt = ({ site }: Version, path: string): Route => site.routes[path] as Route;

/** The flow of a route, and its step. @throws Error if the route has no flow */
export function flowAt(
  { flows }: Version,
  { flow, step, canonical }: Route,
): { readonly compiled: CompiledFlow; readonly step: string } {
  const compiled = flow === null ? undefined : flows.get(flow);
  if (compiled === undefined || step === null) throw new Error(`No flow is drawn at ${canonical}.`);
  return { compiled, step };
}
