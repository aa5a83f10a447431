/** A session at any leaf of its flow, before anything is answered: what a screen shows to all visitors. */
import { initialContext } from '../flow/context.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import type { Snapshot } from '../flow/stepper.ts';
import type { Session } from './session.ts';

/** The value of a state of XState: `{ quiz: 'profile' }` of `quiz.profile`. */
const stateValue = (path: readonly string[]): unknown =>
  path.length === 1 ? path[0] : { [path[0] as string]: stateValue(path.slice(1)) };

/**
 * Creates a session at a leaf with the first values of its flow. Nothing has led there, so it is for drawing only.
 * @param state the path of the leaf's state: `quiz.profile`, `identification.call-0`
 */
export function sessionAtLeaf(compiled: CompiledFlow, state: string, { screen }: Leaf): Session {
  const { flow, forms, machine } = compiled;
  const input = { screen, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved: {} };
  const resolved = machine.resolveState({
    value: stateValue(state.split('.')) as string,
    context: initialContext(flow, forms, input),
  });
  return { compiled, snapshot: resolved as unknown as Snapshot };
}
