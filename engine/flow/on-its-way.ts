/** Leaves out what a visitor left, by `way.ts`, which only flows with several ways need. */
import type { FlowDefinition } from '../definition.ts';
import type { FormDefinition } from '../forms/types.ts';
import type { FlowContext } from './context.ts';

/**
 * A context without the values that only steps beside the way collect.
 * @param step where the visitor is. If it is not on the way, such as one that was opened by its address, nothing is left out
 * @param isJunction whether the step decides the way: then values of the steps that follow it are left out, too
 */
export type OnItsWay = (
  compiled: { readonly flow: FlowDefinition; readonly forms: readonly FormDefinition[] },
  context: FlowContext,
  step: string,
  isJunction?: boolean,
) => FlowContext;

/** The code that follows ways, once it is loaded. */
export const ways: { follow?: OnItsWay } = {};

/** @throws TypeError for a flow with several ways whose code is not loaded */
export const onItsWay: OnItsWay = (compiled, context, ...place) =>
  compiled.flow.ways ? (ways.follow as OnItsWay)(compiled, context, ...place) : context;
