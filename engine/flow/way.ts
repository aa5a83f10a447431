/**
 * The way of a visit: the steps that lead on from the first one with the answers of now. What only steps beside it collect
 * counts nowhere, as if the visitor had never been there.
 */
import type { BranchStep } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { FormDefinition } from '../forms/types.ts';
import { type FlowContext, initialContext } from './context.ts';
import { ways as code, type OnItsWay } from './on-its-way.ts';
import { type Lookup, scopeOf } from './scope.ts';

/** The branch that is taken; all of them if a condition has no value. */
function taken({ branch }: BranchStep, lookup: Lookup): BranchStep['branch'] {
  try {
    return branch.filter(({ when }) => when === undefined || evaluate(when, lookup) === true).slice(0, 1);
  } catch {
    return branch;
  }
}

const blanks = new WeakMap<FlowDefinition, FlowContext['values']>();

/** The values of a flow before anything is known or entered. */
function blankValues(flow: FlowDefinition, forms: readonly FormDefinition[]): FlowContext['values'] {
  const known = blanks.get(flow);
  if (known !== undefined) return known;
  const input = { screen: null, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved: {} };
  const { values } = initialContext(flow, forms, input);
  blanks.set(flow, values);
  return values;
}

const alongWay: OnItsWay = ({ flow, forms }, context, step, isJunction = false) => {
  const { ways } = flow;
  if (ways === undefined) return context;
  const way = new Set([flow.start]);
  // What a branch on the way clears is empty already, and not as it was at first.
  const cleared = new Set<string>();
  const along = (): FlowContext => {
    const blank = blankValues(flow, forms);
    const left = Object.entries(ways.collected).filter(
      ([name, steps]) => !cleared.has(name) && !steps.some((each) => way.has(each)),
    );
    const without = Object.fromEntries(left.map(([name]) => [name, blank[name] ?? null]));
    return { ...context, values: { ...context.values, ...without } };
  };
  for (const id of way) {
    if (id === step && isJunction) return along();
    const definition = flow.steps[id];
    const onward = ways.onward[id] ?? [];
    const choices = ways.choices?.[id] ?? [];
    const chosen = choices.filter((to) => to === context.values[`@${id}`]);
    const branches = definition?.kind === 'branch' ? taken(definition, scopeOf(flow, along())) : [];
    const emptied = new Set(branches.flatMap(({ clear = [] }) => clear));
    for (const form of forms) if (emptied.has(form.id)) for (const { name } of form.fields) cleared.add(name);
    const next =
      definition?.kind === 'branch'
        ? branches.map(({ to }) => to)
        : [...onward, ...(chosen.length > 0 ? chosen : choices)];
    for (const to of next) way.add(to);
  }
  return way.has(step) ? along() : context;
};

/** Makes sessions leave out what was left. Browsers fetch this module for a flow that needs it only. */
export function loadWays(): void {
  code.follow = alongWay;
}
