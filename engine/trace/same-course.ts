/** Which visits a replay cannot tell apart: one of them is replayed for all. */
import type { CompiledFlow } from '../flow/index.ts';
import type { TraceLine } from './record.ts';

const hour = 60 * 60 * 1000;

/** Whether an expression below a value computes with the time. One that only passes it on does not. */
function computesWithTime(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return Object.values(value).some(computesWithTime);
  const isCode = typeof value[0] === 'string' && value[0] !== '$';
  const isTime = (part: unknown): boolean => Array.isArray(part) && part[0] === '$' && part[1] === 'now';
  return value.some((part) => (isCode && isTime(part)) || computesWithTime(part));
}

/** Whether what a flow does may differ with the time of a visit beyond the times that it sends. */
export const dependsOnTime = ({ flow, forms }: CompiledFlow): boolean =>
  [flow, forms].some((part) => JSON.stringify(part)?.includes('"now"') && computesWithTime(part));

/**
 * What a replay depends on: input, events, and what was recorded of each step. Left out are times, random numbers, whose
 * effect is recorded, and what no replay reads: notes, the page, and the fingerprint of the end, which follows from the steps.
 * @param timed whether the flow computes with the time: then only visits of the same hour are alike
 */
export function courseText(lines: readonly TraceLine[], timed: boolean): string {
  const times = new Set(lines.flatMap((line) => ('at' in line && line.at !== undefined ? [line.at] : [])));
  const [head] = lines;
  if (head?.kind === 'head') times.add(head.input.at);
  const hours = timed ? [...times].map((at) => Math.floor(at / hour)) : [];
  const told = lines.flatMap((line): object[] => {
    if (line.kind === 'note') return [];
    if (line.kind === 'end') return [{ kind: line.kind, state: line.state, steps: line.steps }];
    if (line.kind === 'step') return [{ ...line, at: 0, random: line.random === undefined ? undefined : 0 }];
    const { kind, format, visitId, flow, definition, behaviour, moments, input } = line;
    const rest = { ...input, at: 0, random: 0 };
    return [{ kind, format, isVisit: visitId !== undefined, flow, definition, behaviour, moments, input: rest }];
  });
  return JSON.stringify([hours, told], (_, value) => (typeof value === 'number' && times.has(value) ? '@' : value));
}
