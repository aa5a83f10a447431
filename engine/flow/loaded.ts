/** What a step fetches: when it may be shown again without fetching. */
import type { FlowDefinition } from '../definition.ts';
import type { FlowContext, SessionInput } from './context.ts';
import { namesIn, scopeOf } from './scope.ts';

/** The values that the calls of a step's `fetch` send, as text: the same text means that they would fetch the same. */
export function loadKey(flow: FlowDefinition, step: string, context: FlowContext): string {
  const lookup = scopeOf(flow, context);
  const calls = flow.steps[step]?.fetch?.calls ?? [];
  const names = calls.flatMap(({ get = '', post = get, with: send = {} }) => [
    ...Object.keys(flow.calls[post]?.accepts ?? {}),
    ...Object.values(send).flatMap((code) => namesIn(code)),
  ]);
  return JSON.stringify(names.filter((name) => name !== 'now').map(lookup));
}

/**
 * What a session that starts with these values need not fetch again.
 * @param saved the values of an earlier visit, and the steps that had their data then
 */
export function loadedAtStart(
  flow: FlowDefinition,
  { saved, loaded = [] }: Pick<SessionInput, 'saved' | 'loaded'>,
  context: FlowContext,
): FlowContext['loaded'] {
  const before = { ...context, values: { ...context.values, ...saved } };
  // Data fetched for another address is not valid for this one.
  const kept = loaded.filter((step) => loadKey(flow, step, before) === loadKey(flow, step, context));
  return Object.fromEntries(kept.map((step) => [step, loadKey(flow, step, context)]));
}

/** The steps whose data was fetched for the values that a session holds. */
export const loadedSteps = (flow: FlowDefinition, context: FlowContext): string[] =>
  Object.keys(context.loaded).filter((step) => context.loaded[step] === loadKey(flow, step, context));
