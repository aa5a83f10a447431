/** `funnel visit WHO|ID`: what happened in a visit, also while the server runs. */
import { basename, join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { type Config, readConfig } from '../config.ts';
import { isVisitId } from '../http/request.ts';
import { type ZonedTimes, zonedTimes } from '../leads/times.ts';
import { personalRulesOf } from '../privacy/person.ts';
import { tracesOf } from '../privacy/traces.ts';
import { openStoreReader } from '../store/open.ts';
import type { StoreReader } from '../store/types.ts';
import { logEntries } from '../timelines/log-entries.ts';
import { type NamedVisits, visitsNamed } from '../timelines/named-visits.ts';
import { createStoredVisits } from '../timelines/stored-visits.ts';
import { type Timeline, timelineOf } from '../timelines/timeline.ts';
import { readTracedVisit } from '../traces/visits.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteIfReadable } from './definitions.ts';
import { messageOf, printable, unreadLine } from './lines.ts';

/** @returns the exit code: 0 found, 1 nothing found, 2 invalid arguments, or something could not be read */
export async function visit(call: CommandCall, output: Output): Promise<number> {
  const [wanted = '', ...more] = call.positionals;
  const who = wanted.trim();
  if (who === '') throw new InvalidArguments('Give the id of a visit, or the e-mail address of a lead.');
  if (more.length > 0)
    throw new InvalidArguments(`Give one visit or one person only, not also ${JSON.stringify(more[0])}.`);
  try {
    const config = readConfig(process.env, process.cwd());
    const site = await siteIfReadable(config.funnelsDir, output);
    const store = await openStoreReader(config);
    try {
      const timelines = await timelinesOf(who, { config, site, store, call });
      if (timelines.length === 0) {
        output.err(
          `Nothing was found of ${printable(who)}: no trace, no lead${call.values['log'] === undefined ? '' : ', no line of the log'}.`,
        );
        return 1;
      }
      const times = zonedTimes(site?.site.timeZone ?? 'UTC');
      if (call.switches.has('json'))
        output.out(JSON.stringify({ visits: timelines.map((each) => jsonOf(each, times)) }, null, 2));
      else for (const line of timelines.flatMap((each) => linesOf(each, times))) output.out(printable(line));
      for (const fault of timelines.flatMap(({ faults }) => faults)) output.err(unreadLine(fault));
      return 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    output.err(messageOf(error));
    return 2;
  }
}

interface Sources {
  readonly config: Config;
  readonly site: SiteDefinition | null;
  readonly store: StoreReader;
  readonly call: CommandCall;
}

const tracesFolder = ({ dataDir }: Config): string => join(dataDir, 'traces');

/** The timelines of the visits that have one, the oldest first. */
async function timelinesOf(who: string, all: Sources): Promise<Timeline[]> {
  const { config, site, store, call } = all;
  const found = await findVisits(who, all);
  const visits = new Set([...found.keys()].filter((id) => id !== null));
  const files = await tracesOf(tracesFolder(config), visits);
  const { log } = call.values;
  const logged = log === undefined ? new Map() : await logEntries(log, visits);
  const timelines: Timeline[] = [];
  for (const [id, records] of found) {
    const traced = await readTracedVisit(id === null ? [] : files.filter((file) => isOf(file, id, visits)));
    const traces = traced.traces.filter(({ head }) => (head.visitId ?? id) === id);
    const sources = { visit: id, traced: { ...traced, traces }, records, log: logged.get(id) ?? [] };
    const context = {
      ...{ site, store, isPersonal: call.switches.has('personal') },
      tracesOf: async (other: string) => {
        const found = await readTracedVisit(await tracesOf(tracesFolder(config), new Set([other])));
        // A trace of this visit names the other one.
        return { ...found, traces: found.traces.filter(({ head }) => head.visitId === other) };
      },
    };
    if (traces.length > 0 || traced.faults.length > 0 || records.length > 0 || sources.log.length > 0)
      timelines.push(await timelineOf(sources, context));
  }
  const beginning = ({ entries }: Timeline): number => entries[0]?.at ?? 0;
  return timelines.sort((a, b) => beginning(a) - beginning(b));
}

/** Whether a trace file may be of a visit: its name begins with the visit, or with none of the visits. */
function isOf(file: string, id: string, visits: ReadonlySet<string>): boolean {
  const [named = ''] = basename(file).split(/[-.]/);
  return named === id || !visits.has(named);
}

/** The visits that are named. Of some visits only the log has lines. */
async function findVisits(who: string, { config, site, store }: Sources): Promise<NamedVisits> {
  const found = await visitsNamed(who, {
    ...{ store, stored: createStoredVisits(store), rules: personalRulesOf(site) },
    isRecorded: async (id) => (await tracesOf(tracesFolder(config), new Set([id]))).length > 0,
  });
  return found.size === 0 && isVisitId(who) ? found.set(who, []) : found;
}

function headingOf({ visit: id, sessions }: Timeline): string {
  const flows = sessions.map(
    ({ flow, source, isCurrent }) =>
      `flow ${flow}, source ${source}${isCurrent ? '' : ', recorded before the flow was changed'}`,
  );
  return [id === null ? 'Submissions without a visit' : `Visit ${id}`, ...new Set(flows)].join('; ');
}

const widest = 'delivery'.length;

function linesOf(timeline: Timeline, { format }: ZonedTimes): string[] {
  const lines = timeline.entries.map(({ at, isTimed, what, text, personal }) => {
    const time = format(at).replace(/\.\d{3}/, '');
    const values = personal === undefined ? '' : `  ${JSON.stringify(personal)}`;
    return `${isTimed ? time : '(no time)'.padEnd(time.length)}  ${what.padEnd(widest)}  ${text}${values}`;
  });
  const also = timeline.explanations.map(({ text }) => `Also: ${text}`);
  return [headingOf(timeline), ...lines, `Ended: ${timeline.ended}`, ...also, ''];
}

const jsonOf = ({ visit: id, sessions, entries, ending, ended, explanations }: Timeline, { format }: ZonedTimes) => {
  const timed = (each: Timeline['ending']) => (each === null ? null : { ...each, at: format(each.at) });
  return {
    visit: id,
    sessions: sessions.map((each) => ({ ...each, ending: timed(each.ending) })),
    entries: entries.map(({ at, isTimed, ...entry }) => ({ at: isTimed ? format(at) : null, ...entry })),
    ending: timed(ending),
    ended,
    explanations,
  };
};
