/**
 * The way of a visit: the steps that lead on from the first one with the answers of now. What only steps beside it collect
 * counts nowhere, as if the visitor had never been there.
 */
import type { BranchStep } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { FormDefinition } from '../forms/types.ts';
import { blankValues, chosenWay, type FlowContext } from './context.ts';
import { type Lookup, scopeOf } from './scope.ts';

/** The step that a branch leads to; all of them if a condition has no value. */
function branchTo({ branch }: BranchStep, lookup: Lookup): readonly string[] {
  try {
    const first = branch.find(({ when }) => when === undefined || evaluate(when, lookup) === true);
    return first === undefined ? [] : [first.to];
  } catch {
    return branch.map(({ to }) => to);
  }
}

/**
 * A context without the values that only steps beside the way collect.
 * @param step where the visitor is. If it is not on the way, such as one that was opened by its address, nothing is left out
 * @param isJunction whether the step decides the way: then values of the steps that follow it are left out, too
 */
export function onItsWay(
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  context: FlowContext,
  step: string,
  isJunction = false,
): FlowContext {
  const { ways } = flow;
  if (ways === undefined) return context;
  const way = new Set([flow.start]);
  const along = (): FlowContext => {
    const blank = blankValues(flow, forms);
    const left = Object.entries(ways.collected).filter(([, steps]) => !steps.some((each) => way.has(each)));
    const without = Object.fromEntries(left.map(([name]) => [name, blank[name] ?? null]));
    return { ...context, values: { ...context.values, ...without } };
  };
  for (const id of way) {
    if (id === step && isJunction) return along();
    const definition = flow.steps[id];
    const onward = ways.onward[id] ?? [];
    const chosen = context.values[chosenWay(id)];
    const next =
      definition?.kind === 'branch'
        ? branchTo(definition, scopeOf(flow, along()))
        : typeof chosen === 'string' && onward.includes(chosen)
          ? [chosen, ...(ways.loops?.[id] ?? [])]
          : onward;
    for (const to of next) way.add(to);
  }
  return way.has(step) ? along() : context;
}
