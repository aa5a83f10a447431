/** Masks what browsers have recorded and masked: anybody can send lines to the endpoint of traces. */
import { setImmediate } from 'node:timers/promises';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { createLineMask, type LineMask } from '../../engine/trace/line-mask.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import type { LineFilter } from './files.ts';

/** Lines that are masked in one turn of the event loop. */
const turn = 50;

/**
 * Creates the filter of one file.
 * @param flowOf the flow of a trace; null if there is none
 * @param keepsSource whether a trace that is not stored yet keeps a value of `src` or `utm_*`
 * @returns a filter that throws a RangeError for lines that no head precedes, and for traces of an unknown flow
 */
export function createTraceFilter(
  flowOf: (head: TraceHead) => CompiledFlow | null,
  keepsSource: (head: TraceHead, value: string) => boolean,
): LineFilter {
  let mask: LineMask | null = null;
  return async (texts, isStored) => {
    const masked: string[] = [];
    for (const [index, text] of texts.entries()) {
      if (index % turn === turn - 1) await setImmediate();
      const line = JSON.parse(text) as TraceLine;
      if (line.kind === 'head') {
        const flow = flowOf(line);
        if (flow === null) throw new RangeError(`There is no flow ${line.flow}.`);
        mask = isStored ? createLineMask(flow) : createLineMask(flow, (value) => keepsSource(line, value));
      }
      if (mask === null) throw new RangeError('The first line of a trace must be its head.');
      masked.push(`${JSON.stringify(mask(line))}\n`);
    }
    return masked;
  };
}
