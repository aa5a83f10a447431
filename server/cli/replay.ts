/** `funnel replay TRACE…`: replays traces without a browser and shows where they differ. */
import { replayTrace } from '../../engine/trace/replay.ts';
import { readTraces, type TraceSource, tracesIn } from '../traces/read.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { describeReplay, type Replayed, resultOf, summaryOf } from './replay-report.ts';
import { type FlowOf, flowsOf } from './trace-flows.ts';

async function replayOne(flowOf: FlowOf, source: TraceSource): Promise<Replayed> {
  const { name } = source;
  if (source.error !== null) return { name, replay: null, error: source.error };
  try {
    return { name, replay: replayTrace(await flowOf(source.head), source.lines), error: null };
  } catch (error) {
    return { name, replay: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Replays traces on the flows of a folder.
 * @returns the exit code
 */
export async function replay({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  if (positionals.length === 0) throw new InvalidArguments('Give a trace file or a folder of traces.');
  const whole = switches.has('whole');
  try {
    const found = await tracesIn(positionals);
    const flowOf = await flowsOf(values['funnels'] ?? found.definitions ?? 'funnels', values['at']);
    const replayed: Replayed[] = [];
    for (const file of found.files)
      for (const source of await readTraces(file)) replayed.push(await replayOne(flowOf, source));
    const results = replayed.map((each) => resultOf(each, whole));
    if (switches.has('json')) output.out(JSON.stringify(summaryOf(replayed, whole), null, 2));
    else for (const text of describeReplay(replayed, whole)) output.out(text);
    if (results.includes('different')) return 1;
    return results.some((result) => result === 'incomplete' || result === 'unreadable') ? 2 : 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
