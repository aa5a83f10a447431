/** The context after any step of a session, from patches. */
import { applyPatch } from '../../engine/trace/patch.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { InspectedStep } from './contract.ts';

/** A snapshot is kept for each so many steps, so that a step back applies few patches. */
const interval = 50;

/** @returns the context after the step at a position */
export function createContexts(frames: readonly Pick<InspectedStep, 'line'>[]): (position: number) => Json {
  /** The context before the steps at 0, `interval`, … */
  const snapshots: Json[] = [{}];
  const apply = (context: Json, from: number, to: number): Json => {
    let next = context;
    for (let index = from; index < to; index += 1) next = applyPatch(next, frames[index]?.line.patch ?? []);
    return next;
  };
  return (position) => {
    const at = Math.floor(position / interval);
    for (let next = snapshots.length; next <= at; next += 1)
      snapshots.push(apply(snapshots[next - 1] as Json, (next - 1) * interval, next * interval));
    return apply(snapshots[at] as Json, at * interval, position + 1);
  };
}
