/** `funnel traces list | export`: the recorded visits of a data folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { courseOfTrace } from '../../engine/trace/course.ts';
import { agedEnding, type Ending, endingOfCourse, storedEnding } from '../../engine/trace/ending.ts';
import type { VisitFinding } from '../../renderer/studio/contract.ts';
import type { TraceHead, TraceLine } from '../../schemas/generated/types.ts';
import { readConfig } from '../config.ts';
import { InvalidFilter, readPeriod } from '../leads/filter.ts';
import { type ZonedTimes, zonedTimes } from '../leads/times.ts';
import { endingText } from '../timelines/ending-text.ts';
import { findingsIn, visitFindings } from '../timelines/findings.ts';
import { endingContext } from '../timelines/read-sessions.ts';
import { hasStored, type StoredVisits } from '../timelines/stored-visits.ts';
import { flowWords } from '../timelines/words.ts';
import { type TracedVisit, visitsIn } from '../traces/visits.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { missingFlow, siteIfReadable } from './definitions.ts';
import { alignedRows, countOf, messageOf, printable, unreadLine } from './lines.ts';
import { storedOf } from './stored-visits.ts';

/** The ways in which a recorded session can end. */
const outcomes: readonly Ending['kind'][] = [
  ...(['bought', 'redirected', 'submitted', 'refused', 'server-failed', 'network-lost', 'timed-out'] as const),
  ...(['page-failed', 'closed', 'left', 'open', 'out-of-sight'] as const),
];

interface Found {
  readonly head: TraceHead;
  readonly lines: readonly TraceLine[];
  readonly ending: Ending;
  readonly findings: readonly VisitFinding[];
}

/** What is stored of visits, by the visit. */
interface VisitFacts {
  readonly collections: StoredVisits;
  readonly undelivered: ReadonlySet<string>;
}

const usage = 'Write `funnel traces list` or `funnel traces export --output FOLDER`.';
const standardLimit = 100;

/** @returns the exit code: 0 found, 1 none, 2 invalid arguments or a fault */
export async function traces(call: CommandCall, output: Output): Promise<number> {
  const [what, ...more] = call.positionals;
  if ((what !== 'list' && what !== 'export') || more.length > 0) throw new InvalidArguments(usage);
  const { output: folder } = call.values;
  if (what === 'export' && folder === undefined)
    throw new InvalidArguments('export needs --output with the folder for the files.');
  try {
    const config = readConfig(process.env, process.cwd());
    const site = await siteIfReadable(config.funnelsDir, output);
    const times = zonedTimes(site?.site.timeZone ?? 'UTC');
    const isWanted = selection(call, site, times);
    const stored = await storedOf(config, async (index) => ({
      collections: await index.collections(),
      undelivered: call.values['with'] === 'undelivered' ? await index.undelivered() : new Set<string>(),
    }));
    const limit = limitOf(call.values['limit'], what === 'list' ? standardLimit : Number.POSITIVE_INFINITY);
    let found: Found[] = [];
    let count = 0;
    for await (const visit of visitsIn(join(config.dataDir, 'traces'))) {
      for (const fault of visit.faults) output.err(unreadLine(fault));
      for (const each of endingsIn(visit, site, stored, output)) {
        if (!isWanted(each)) continue;
        const { head, lines } = each;
        count += 1;
        // Without a limit, an export holds one visit at a time.
        if (folder !== undefined && limit === Number.POSITIVE_INFINITY) await writeTrace(folder, count, head, lines);
        else found.push(each);
        if (found.length >= 2 * limit) found = newest(found, limit);
      }
    }
    found = newest(found, limit);
    if (count === 0) {
      output.err('No recorded trace matches.');
      return 1;
    }
    if (folder !== undefined) {
      for (const [index, { head, lines }] of found.entries()) await writeTrace(folder, index + 1, head, lines);
      output.out(
        `${countOf(Math.min(count, limit), 'trace')} written to ${folder}. Replay them: funnel replay ${folder}`,
      );
      return 0;
    }
    if (call.switches.has('json'))
      output.out(JSON.stringify({ traces: found.map((each) => jsonOf(each, site, times)), all: count }, null, 2));
    else for (const line of linesOf(found, site, times)) output.out(printable(line));
    if (count > found.length)
      output.err(`The newest ${found.length} of ${countOf(count, 'trace')}; --limit COUNT shows more.`);
    return 0;
  } catch (error) {
    if (error instanceof InvalidArguments) throw error;
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

/** The traces of a visit, and how each ended by what was recorded and stored. */
function endingsIn(visit: TracedVisit, site: SiteDefinition | null, stored: VisitFacts, output: Output): Found[] {
  const found = visit.traces.flatMap(({ name, head, lines }): Found[] => {
    try {
      const context = endingContext(site, head.flow);
      const course = courseOfTrace(context.flow, lines);
      const ending = agedEnding(endingOfCourse(course, context), Date.now());
      return [{ head, lines, ending, findings: findingsIn([{ course, flow: context.flow }]) }];
    } catch (error) {
      output.err(unreadLine({ name, error: messageOf(error) }));
      return [];
    }
  });
  return found.map(({ head, lines, ending, findings }) => {
    const visitId = head.visitId ?? '';
    const own = found.filter((each) => each.head.flow === head.flow);
    const accepted = own.reduce((sum, each) => sum + each.ending.accepted, 0);
    const hasRecord = hasStored(stored.collections, visitId, site, head.flow);
    const isUndelivered = stored.undelivered.has(visitId) && (hasRecord || site === null);
    return {
      ...{ head, lines, ending: storedEnding(ending, hasRecord, accepted) },
      findings: isUndelivered ? [...findings, 'undelivered'] : findings,
    };
  });
}

/** The traces that began last, the newest first. */
const newest = (found: readonly Found[], limit: number): Found[] =>
  [...found].sort((one, other) => other.head.input.at - one.head.input.at).slice(0, limit);

function limitOf(text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArguments('--limit needs a number such as 100.');
}

/** Whether a trace is asked for. @throws InvalidArguments */
function selection({ values }: CommandCall, site: SiteDefinition | null, times: ZonedTimes): (found: Found) => boolean {
  const { flow, version, outcome, with: finding } = values;
  const missing = flow === undefined || site === null ? null : missingFlow(site, flow);
  if (missing !== null) throw new InvalidArguments(missing);
  if (outcome !== undefined && !outcomes.some((each) => each === outcome))
    throw new InvalidArguments(`--outcome must be one of ${outcomes.join(', ')}, not ${JSON.stringify(outcome)}.`);
  if (finding !== undefined && !visitFindings.some((each) => each === finding))
    throw new InvalidArguments(`--with must be one of ${visitFindings.join(', ')}, not ${JSON.stringify(finding)}.`);
  try {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = readPeriod(values, times);
    return ({ head, ending, findings }) =>
      (flow === undefined || head.flow === flow) &&
      head.input.at >= from &&
      head.input.at < to &&
      (version === undefined || head.definition.startsWith(version)) &&
      (outcome === undefined || ending.kind === outcome) &&
      (finding === undefined || findings.some((each) => each === finding));
  } catch (error) {
    if (error instanceof InvalidFilter) throw new InvalidArguments(`--${error.message}`);
    throw error;
  }
}

/** Writes a trace to a file that is named by its day, flow and visit. */
async function writeTrace(folder: string, number: number, head: TraceHead, lines: readonly TraceLine[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const day = new Date(head.input.at).toISOString().slice(0, 10);
  const name = `${day}-${head.flow}-${head.visitId ?? 'visit'}-${number}.jsonl`;
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' });
}

const endedIn = ({ head, ending }: Found, site: SiteDefinition | null): string =>
  endingText(ending, flowWords(site, endingContext(site, head.flow).flow));

const linesOf = (found: readonly Found[], site: SiteDefinition | null, { format }: ZonedTimes): string[] =>
  alignedRows([
    ['begun', 'flow', 'version', 'visit', 'outcome', 'ended'],
    ...found.map((each) => [
      ...[format(each.head.input.at).replace(/\.\d{3}/, ''), each.head.flow, each.head.definition.slice(0, 12)],
      ...[each.head.visitId ?? '–', each.ending.kind, endedIn(each, site)],
    ]),
  ]);

const jsonOf = (each: Found, site: SiteDefinition | null, { format }: ZonedTimes): object => ({
  begun: format(each.head.input.at),
  flow: each.head.flow,
  version: each.head.definition,
  visit: each.head.visitId ?? null,
  steps: each.lines.filter(({ kind }) => kind === 'step').length,
  outcome: each.ending.kind,
  ended: endedIn(each, site),
});
