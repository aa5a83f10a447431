/** `funnel paths [FLOW…]`: every screen, transition and guard outcome of the flows, with the shortest walk to each. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phases } from '../../engine/axes/phase.ts';
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { walkTrace } from '../../engine/walks/walk-trace.ts';
import { goalPath } from '../../engine/walks/words.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import type { DefinitionFiles } from '../definitions/read.ts';
import { redirectOf } from '../intakes/redirect.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { axesAtMoment, definitionFilesOf, draftOf, missingFlow, sitesOf } from './definitions.ts';
import { describeFlow, describeSummary, type FlowReport, jsonOf } from './paths-report.ts';
import { runTool } from './tool-process.ts';
import { writeWalkScenarios } from './walk-scenarios.ts';

/** Definitions at one moment of the site's events. */
interface SiteMoment {
  /** Null for the present. */
  readonly moment: string | null;
  readonly site: SiteDefinition;
}

/** @returns the exit code: 0 all is reached, 1 something is unreachable, 2 there is no such flow or folder */
export async function paths({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  const folder = values['funnels'] ?? 'funnels';
  if (values['browser'] !== undefined && !/^https?:\/\//.test(values['browser']))
    throw new InvalidArguments('--browser needs the address of a site that runs, such as http://localhost:3000.');
  if (values['browser'] !== undefined && switches.has('json'))
    throw new InvalidArguments('Use either --json or --browser, not both.');
  try {
    const read = await definitionFilesOf(folder);
    const phased = await phasedSites(folder, values['at']);
    const [{ site }] = phased as [SiteMoment, ...SiteMoment[]];
    for (const id of positionals) {
      const missing = missingFlow(site, id);
      if (missing !== null) throw new RangeError(missing);
    }
    const wanted = positionals.length > 0 ? positionals : Object.keys(site.flows);
    const place = placesIn(read);
    const reports = wanted.flatMap((id) => reportsOf(id, phased, place));
    if (values['out'] !== undefined)
      for (const line of await writeCounterexamples(values['out'], reports, phased)) output.err(line);
    if (values['scenarios'] !== undefined)
      for (const file of await writeWalkScenarios(values['scenarios'], reports)) output.err(`Wrote ${file}.`);
    if (switches.has('json')) output.out(JSON.stringify(jsonOf(reports), null, 2));
    else if (positionals.length > 0) for (const report of reports) output.out(describeFlow(report, output.colours));
    else output.out(describeSummary(reports, output.colours));
    const { browser } = values;
    if (browser !== undefined) {
      const code = await runTool(
        new URL('../../tools/walk-site.ts', import.meta.url),
        [browser, folder, ...wanted],
        output,
        ['playwright'],
      );
      if (code !== 0) return code;
    }
    return reports.every(({ isComplete }) => isComplete) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(error.message);
    return 2;
  }
}

/** The site at present and in every phase of its events, or at one moment. @throws RangeError */
async function phasedSites(folder: string, moment: string | undefined): Promise<SiteMoment[]> {
  const { site, sites } = await sitesOf(folder);
  const at = (given: string): SiteMoment => ({ moment: given, site: sites.of(axesAtMoment(given, site)) });
  if (moment !== undefined) return [at(moment)];
  const moments = site.timed.flatMap(({ id }) => phases.map((phase) => `${id}.${phase}`));
  return [{ moment: null, site }, ...moments.map(at)];
}

/** A report of a flow for each of its behaviours: the present one, and those of other phases that differ from it. */
function reportsOf(id: string, phased: readonly SiteMoment[], place: PlaceOf): FlowReport[] {
  const seen = new Set<string>();
  return phased.flatMap(({ moment, site }): FlowReport[] => {
    const flow = site.flows[id];
    if (flow === undefined || seen.has(flow.behaviour)) return [];
    seen.add(flow.behaviour);
    const compiled = compiledFlow(site, flow);
    const found = findFlowPaths(compiled, createIntakeAnswers(site, redirectOf, true));
    const isComplete =
      found.goals.every(({ status }) => status !== 'unreached') &&
      found.missed.length === 0 &&
      found.errors.length === 0 &&
      found.refused.every(({ entered }) => entered !== null) &&
      found.proofs.every(({ status }) => status === 'proved' || status === 'idle');
    return [
      {
        ...{ flow, compiled, moment, paths: found, isComplete },
        place: (goal) => place(flow, goalPath(flow, goal)),
        placeOf: ({ kind, index }) => place(flow, [kind, index]),
      },
    ];
  });
}

/**
 * Writes a trace for each invariant that is not true.
 * @returns a line for each, or one that there is none
 */
async function writeCounterexamples(
  folder: string,
  reports: readonly FlowReport[],
  phased: readonly SiteMoment[],
): Promise<string[]> {
  const lines: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const { flow, moment, paths: found } of reports) {
    const { site } = phased.find((each) => each.moment === moment) as SiteMoment;
    for (const { invariant, counterexample } of found.proofs) {
      if (counterexample === null) continue;
      const { kind, index } = invariant;
      const name = [flow.flow, ...(moment === null ? [] : [moment]), kind, index + 1]
        .join('-')
        .replaceAll(/[^\w.-]/g, '-');
      const file = join(folder, `${name}.jsonl`);
      const moves = counterexample.map(({ move }) => move);
      const trace = walkTrace(compiledFlow(site, flow), moves);
      await writeFile(file, trace.map((line) => `${JSON.stringify(line)}\n`).join(''));
      lines.push(`Wrote ${file}: ${invariant.message}`);
    }
  }
  return lines.length > 0 ? lines : [`Nothing to write to ${folder}: no invariant is broken.`];
}

type PlaceOf = (flow: FlowDefinition, path: readonly (string | number)[]) => string | null;

/** Finds the line of a path in a flow's file, as `file:line:column`. The files are parsed at the first call. */
function placesIn(files: DefinitionFiles): PlaceOf {
  let draft: ReturnType<typeof draftOf>;
  return (flow, path) => {
    draft ??= draftOf(files);
    const source = draft?.flows.get(flow.flow);
    if (source === undefined) return null;
    const isItem = typeof path.at(-1) === 'number';
    const { offset, file = source } = source.place(path, isItem ? {} : { key: true });
    const { line, column } = file.position(offset);
    return `${file.path}:${line}:${column}`;
  };
}
