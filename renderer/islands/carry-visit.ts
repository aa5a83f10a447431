/** Restores a visit that was saved before its flow was edited. */
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { carryOver } from '../../engine/session/carry-over.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { RestoredVisit } from '../boot/protocol.ts';
import type { TabVisit } from '../boot/tab-visit.ts';

/**
 * The answers by name, and the first screen that they do not satisfy.
 * @param screen where the visit stands; null if the visitor has come to another address of the flow
 * @param ready loads the rules of the flow's forms
 */
export async function movedVisit(
  compiled: CompiledFlow,
  { values, questions = {} }: TabVisit,
  screen: string | null,
  ready: () => Promise<void>,
): Promise<RestoredVisit> {
  await ready();
  const carried = carryOver(
    compiled,
    { screen: screen ?? compiled.flow.start, values: values as Readonly<Record<string, Json>>, questions },
    { query: {}, visit: {}, at: Date.now(), random: 0, ids: {} },
  );
  return screen === null ? { screen, values: carried.values, loaded: [] } : { ...carried, loaded: [] };
}
