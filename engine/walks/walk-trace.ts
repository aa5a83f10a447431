/** A walk as a trace, which can be replayed and inspected like that of a visitor. */
import type { CompiledFlow } from '../flow/index.ts';
import { createRecorder, type Recorder, type TraceLine } from '../trace/record.ts';
import { type Move, walkRandom, walkTime } from './moves.ts';

/** Records a walk. Each opening of the flow begins another trace. @param moves the first one opens the flow */
export function walkTrace(compiled: CompiledFlow, moves: readonly Move[]): TraceLine[] {
  const recorders: Recorder[] = [];
  for (const move of moves) {
    if (move.kind === 'open') recorders.push(createRecorder(compiled, move.input));
    else recorders.at(-1)?.record(move.event, { at: walkTime, random: walkRandom });
  }
  return recorders.flatMap((recorder) => recorder.lines(true));
}
