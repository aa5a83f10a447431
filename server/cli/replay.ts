/** `funnel replay TRACE…`: replays traces without a browser and shows where they differ. */
import type { TraceLine } from '../../engine/trace/record.ts';
import { type Replay, replayTrace } from '../../engine/trace/replay.ts';
import type { FlowOf } from '../impact/flows.ts';
import { readTraces, type TraceSource, tracesIn } from '../traces/read.ts';
import { withIntakes } from '../traces/replay-intakes.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { junitOf } from './replay-junit.ts';
import { describeReplay, type ReplayOutcome, resultOf, summaryOf, valuesText } from './replay-report.ts';
import { flowsOf } from './trace-flows.ts';

/** @param until the number of the last step to replay; null for all of them */
async function replayOne(flowOf: FlowOf, source: TraceSource, until: number | null): Promise<ReplayOutcome> {
  const { name } = source;
  if (source.error !== null) return { name, replay: null, error: source.error };
  try {
    const flow = await flowOf(source.head);
    const { head, lines } = source;
    const site = await flowOf.site(head);
    const replayed = (some: readonly TraceLine[]): Replay => {
      const made = replayTrace(flow, some);
      // A trace without a visit is a walk of `funnel paths`: its replies are made up.
      return head.visitId === undefined ? made : withIntakes(site, flow, made);
    };
    if (until === null) return { name, replay: replayed(lines), error: null };
    const begun = lines.filter((line) => line.kind === 'head' || (line.kind === 'step' && line.n <= until));
    // What comes later is left out on purpose.
    return { name, replay: { ...replayed(begun), ended: true }, error: null };
  } catch (error) {
    return { name, replay: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function stepNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArguments('--until needs the number of a step, such as 12.');
}

/**
 * Replays traces on the flows of a folder.
 * @returns the exit code
 */
export async function replay({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  if (positionals.length === 0) throw new InvalidArguments('Give a trace file or a folder of traces.');
  const whole = switches.has('whole');
  const until = stepNumber(values['until']);
  try {
    const found = await tracesIn(positionals);
    const flowOf = await flowsOf(values['funnels'] ?? found.definitions ?? 'funnels', values['at']);
    const replayed: ReplayOutcome[] = [];
    for (const file of found.files)
      for (const source of await readTraces(file)) replayed.push(await replayOne(flowOf, source, until));
    const results = replayed.map((each) => resultOf(each, whole));
    if (switches.has('json')) output.out(JSON.stringify(summaryOf(replayed, whole), null, 2));
    else if (switches.has('junit')) output.out(junitOf(replayed, whole));
    else {
      for (const text of describeReplay(replayed, whole)) output.out(text);
      const [only, ...more] = replayed;
      if (until !== null && more.length === 0 && only?.replay != null) output.out(valuesText(only.replay));
    }
    if (results.includes('different')) return 1;
    return results.some((result) => result === 'incomplete' || result === 'unreadable') ? 2 : 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
