/** `funnel coverage TRACE…`: which screens, transitions and outcomes no recorded visit has reached. */

import type { FlowDefinition } from '../../engine/definition.ts';
import { type Coverage, type CoverageCounter, createCoverage } from '../../engine/walks/coverage.ts';
import type { Goal } from '../../engine/walks/goals.ts';
import { goalWords } from '../../engine/walks/words.ts';
import { readTraces, tracesIn } from '../traces/read.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { alignedRows, countOf } from './lines.ts';
import { flowsOf } from './trace-flows.ts';

interface FlowCoverage {
  readonly flow: FlowDefinition;
  readonly counter: CoverageCounter;
}

/** @returns the exit code: 0 everything was reached, 1 something was not, 2 no trace could be read */
export async function coverage({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  if (positionals.length === 0) throw new InvalidArguments('Give trace files, or a folder of traces.');
  try {
    const found = await tracesIn(positionals);
    const flowOf = await flowsOf(values['funnels'] ?? found.definitions ?? 'funnels', values['at']);
    const covered = new Map<string, FlowCoverage>();
    let faults = 0;
    for (const file of found.files)
      for (const trace of await readTraces(file)) {
        try {
          if (trace.error !== null) throw new RangeError(trace.error);
          const compiled = await flowOf(trace.head);
          const own = covered.get(compiled.flow.flow) ?? { flow: compiled.flow, counter: createCoverage(compiled) };
          covered.set(compiled.flow.flow, own);
          own.counter.add(trace.lines);
        } catch (error) {
          faults += 1;
          output.err(`${trace.name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    if (covered.size === 0) return 2;
    const results = [...covered.values()].map(({ flow, counter }) => ({ flow, ...counter.result() }));
    if (switches.has('json')) output.out(JSON.stringify({ flows: results.map(jsonOf), unreadable: faults }, null, 2));
    else for (const line of linesOf(results)) output.out(line);
    return results.every(({ goals }) => goals.every(({ traces }) => traces > 0)) ? 0 : 1;
  } catch (error) {
    if (error instanceof InvalidArguments) throw error;
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

type Result = Coverage & { readonly flow: FlowDefinition };

/** What each kind of goal counts as. */
const groupOf: Readonly<Record<Goal['kind'], 'screens' | 'transitions' | 'outcomes'>> = {
  screen: 'screens',
  transition: 'transitions',
  guard: 'outcomes',
  rule: 'outcomes',
  failure: 'outcomes',
};
const groups = ['screens', 'transitions', 'outcomes'] as const;

function* linesOf(results: readonly Result[]): Generator<string> {
  yield* alignedRows(
    results.map(({ flow, goals, traces, outdated }) => [
      flow.flow,
      ...groups.map((group) => {
        const own = goals.filter(({ goal }) => groupOf[goal.kind] === group);
        return `${own.filter((each) => each.traces > 0).length} of ${own.length} ${group}`;
      }),
      countOf(traces, 'trace'),
      outdated === 0 ? '' : `${outdated} of another version`,
    ]),
  );
  for (const { flow, goals } of results)
    for (const group of groups) {
      const never = goals.filter(({ goal, traces }) => traces === 0 && groupOf[goal.kind] === group);
      if (never.length === 0) continue;
      yield '';
      yield `${flow.flow}: ${group} that no visit has reached`;
      for (const { goal } of never) yield `  ${goalWords(flow, goal)}`;
    }
}

const jsonOf = ({ flow, goals, traces, outdated }: Result): object => ({
  ...{ flow: flow.flow, traces, outdated },
  goals: goals.map((each) => ({ kind: each.goal.kind, name: goalWords(flow, each.goal), traces: each.traces })),
});
