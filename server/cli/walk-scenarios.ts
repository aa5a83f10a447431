/** Writes the shortest walks of flows as scenarios, so that they can be run and opened. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { caseOfWalk } from '../../engine/scenarios/from-walk.ts';
import { goalWords } from '../../engine/walks/words.ts';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import type { FlowReport } from './paths-report.ts';

/** The most cases of a scenario. */
const mostCases = 100;
/** The longest name of a case. */
const longestName = 120;

/** The shortest walk to each screen and transition that a visitor reaches, as cases; those that no act makes are left out. */
export function casesOf({ compiled, paths }: Pick<FlowReport, 'compiled' | 'paths'>): readonly ScenarioCase[] {
  return paths.goals.flatMap(({ goal, shortest }) => {
    if (shortest === null || (goal.kind !== 'screen' && goal.kind !== 'transition')) return [];
    // Replies come at once, so that no case ends while one is awaited.
    if (goal.kind === 'transition' && /\.(call|load)-\d+$/.test(goal.transition.target ?? '')) return [];
    return caseOfWalk(compiled, shortest, goalWords(compiled.flow, goal).slice(0, longestName)) ?? [];
  });
}

/**
 * Writes a scenario, or several, for each flow.
 * @returns the paths of the files
 */
export async function writeWalkScenarios(folder: string, reports: readonly FlowReport[]): Promise<readonly string[]> {
  const written: string[] = [];
  for (const report of reports) {
    const { flow, moment } = report;
    const id = [flow.flow, 'paths', ...(moment === null ? [] : [moment.replaceAll('.', '-')])].join('-');
    written.push(...(await writeScenarios(folder, id, flow.flow, casesOf(report))));
  }
  return written;
}

/**
 * Writes cases of a flow as one scenario, or as several with numbers if they are many.
 * @returns the paths of the files
 */
export async function writeScenarios(
  folder: string,
  id: string,
  flow: string,
  cases: readonly ScenarioCase[],
): Promise<readonly string[]> {
  const written: string[] = [];
  await mkdir(folder, { recursive: true });
  for (let first = 0; first < cases.length; first += mostCases) {
    const scenario = cases.length > mostCases ? `${id}-${first / mostCases + 1}` : id;
    const file = join(folder, `${scenario}.scenario.yaml`);
    const content = { scenario, flow, cases: cases.slice(first, first + mostCases).map(writtenCase) };
    await writeFile(file, stringify(content, { lineWidth: 0 }));
    written.push(file);
  }
  return written;
}

/** A case as its author would write it: a wait is a duration. */
export const writtenCase = (given: ScenarioCase): object => ({
  ...given,
  steps: given.steps.map(({ wait, ...act }) => (wait === undefined ? act : { wait: `${wait}ms`, ...act })),
});
