/** Decides when a step can be shown again without repeating its `fetch`. */
import type { FlowDefinition } from '../definition.ts';
import type { FlowContext, SessionInput } from './context.ts';
import { namesIn, scopeOf } from './scope.ts';

/** The values that the calls of a step's `fetch` send, as text. Equal texts mean equal requests. */
export function loadKey(flow: FlowDefinition, step: string, context: FlowContext): string {
  const lookup = scopeOf(flow, context);
  const calls = flow.steps[step]?.fetch?.calls ?? [];
  const names = calls.flatMap(({ get = '', post = get, with: send = {} }) => [
    ...Object.keys(flow.calls[post]?.input ?? {}),
    ...Object.values(send).flatMap((code) => namesIn(code)),
  ]);
  return JSON.stringify(names.filter((name) => name !== 'now').map(lookup));
}

/**
 * The steps that a session need not fetch when it starts with these values.
 * @param saved the values of an earlier visit, and the steps whose data was fetched then
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

/** The steps whose fetched data is current for the values of a session. */
export const loadedSteps = (flow: FlowDefinition, context: FlowContext): string[] =>
  Object.keys(context.loaded).filter((step) => context.loaded[step] === loadKey(flow, step, context));
