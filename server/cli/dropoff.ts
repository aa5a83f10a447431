/** `funnel dropoff FLOW`: at which screens visitors go on, go back and leave, from the collected traces. */
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import {
  createDropoff,
  type DropoffCounter,
  type DropoffCounts,
  type DropoffRow,
  shareOf,
} from '../../engine/trace/dropoff.ts';
import { type EndingContext, endingOf } from '../../engine/trace/ending.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { readConfig } from '../config.ts';
import { csvRow, plainCsv } from '../leads/csv.ts';
import { InvalidFilter, readPeriod } from '../leads/filter.ts';
import { zonedTimes } from '../leads/times.ts';
import { endingContext } from '../timelines/read-sessions.ts';
import { hasStored } from '../timelines/stored-visits.ts';
import { flowWords } from '../timelines/words.ts';
import { recordedSource } from '../traces/source.ts';
import { visitsIn } from '../traces/visits.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { missingFlow, siteIfReadable } from './definitions.ts';
import { alignedRows, countOf, messageOf, printable, unreadLine } from './lines.ts';
import { storedOf } from './stored-visits.ts';

/** What a visit can be grouped by. */
const groupings: Readonly<Record<string, (head: TraceHead) => string>> = {
  version: ({ site, definition }) => site ?? definition,
  source: ({ input }) => recordedSource(input.visit),
};

/** Groups beyond this number are counted as one: anybody can choose a source. */
const maxGroups = 200;
const others = 'others';

interface DropoffTotals {
  readonly all: DropoffCounter;
  readonly groups: ReadonlyMap<string, DropoffCounter>;
  readonly visits: number;
  /** The traces that could not be read. */
  readonly faults: readonly { readonly name: string; readonly error: string }[];
  /** Visits whose source the traces have redacted. */
  readonly redacted: number;
}

/** @returns the exit code: 0 counted, 1 no visit, 2 invalid arguments */
export async function dropoff(call: CommandCall, output: Output): Promise<number> {
  const [flow, ...more] = call.positionals;
  if (flow === undefined) throw new InvalidArguments('Give the id of a flow, as its file has it under `flow:`.');
  if (more.length > 0) throw new InvalidArguments(`Give one flow only, not also ${JSON.stringify(more[0])}.`);
  if (call.switches.has('json') && call.switches.has('csv'))
    throw new InvalidArguments('Choose --json or --csv, not both.');
  const { by } = call.values;
  if (by !== undefined && !Object.hasOwn(groupings, by))
    throw new InvalidArguments(`--by must be one of ${Object.keys(groupings).join(', ')}, not ${JSON.stringify(by)}.`);
  try {
    return await report(flow, call, output);
  } catch (error) {
    if (error instanceof InvalidArguments) throw error;
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

async function report(flow: string, call: CommandCall, output: Output): Promise<number> {
  const { by } = call.values;
  const config = readConfig(process.env, process.cwd());
  const site = await siteIfReadable(config.funnelsDir, output);
  const missing = site === null ? null : missingFlow(site, flow);
  if (missing !== null) throw new InvalidArguments(missing);
  const wanted = selection(flow, call, site);
  const stored = await storedOf(config, (index) => index.collections());
  const counted = await count(join(config.dataDir, 'traces'), wanted, endingContext(site, flow), by, (visit) =>
    hasStored(stored, visit, site, flow),
  );
  for (const fault of counted.faults) output.err(unreadLine(fault));
  if (counted.redacted > 0 && (by === 'source' || call.values['source'] !== undefined))
    output.err(
      `The source of ${countOf(counted.redacted, 'visit')} is redacted: a trace keeps only sources that the site lists under recording.sources, that the flow's definitions name, or that five visits share.`,
    );
  if (counted.visits === 0) {
    output.err(`No recorded visit of the flow ${flow} matches.`);
    return 1;
  }
  const { screen } = flowWords(site, endingContext(site, flow).flow);
  const titleOf = ({ screen: id, isDefined }: DropoffRow): string =>
    isDefined ? screen(id) : `${id} (no longer in the flow)`;
  if (call.switches.has('json')) output.out(jsonOf(flow, by, counted, titleOf));
  else if (call.switches.has('csv')) output.out(csvOf(by, counted, titleOf).trimEnd());
  else for (const line of tablesOf(by, counted, titleOf)) output.out(printable(line));
  return 0;
}

/** Whether a trace is asked for. */
function selection(flow: string, { values }: CommandCall, site: SiteDefinition | null): (head: TraceHead) => boolean {
  const { version, source } = values;
  if (version !== undefined && !/^[0-9A-Za-z]{4,128}$/.test(version))
    throw new InvalidArguments(
      '--version must be the fingerprint of a version of the site or of a flow, or at least its first 4 characters.',
    );
  try {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = readPeriod(
      values,
      zonedTimes(site?.site.timeZone ?? 'UTC'),
    );
    return (head) => {
      const { at, visit } = head.input;
      return (
        head.flow === flow &&
        at >= from &&
        at < to &&
        (version === undefined || [head.definition, head.site].some((hash) => hash?.startsWith(version))) &&
        (source === undefined || [visit['src'], visit['utm_source'], recordedSource(visit)].includes(source))
      );
    };
  } catch (error) {
    if (error instanceof InvalidFilter) throw new InvalidArguments(`--${error.message}`);
    throw error;
  }
}

async function count(
  folder: string,
  isWanted: (head: TraceHead) => boolean,
  context: EndingContext,
  by: string | undefined,
  isStored: (visit: string) => boolean,
): Promise<DropoffTotals> {
  const now = Date.now();
  const all = createDropoff(context, now);
  const groups = new Map<string, DropoffCounter>();
  const counted = { visits: 0, redacted: 0 };
  const unread: { name: string; error: string }[] = [];
  for await (const { traces, faults } of visitsIn(folder)) {
    unread.push(...faults);
    const chosen = traces.filter(({ name, head, lines }) => {
      if (!isWanted(head)) return false;
      try {
        endingOf(lines, context);
        return true;
      } catch (error) {
        unread.push({ name, error: messageOf(error) });
        return false;
      }
    });
    const [first] = chosen;
    if (first === undefined) continue;
    const lines = chosen.map((trace) => trace.lines);
    const hasRecord = isStored(first.head.visitId ?? '');
    all.add(lines, hasRecord);
    counted.visits += 1;
    if (recordedSource(first.head.input.visit) === 'redacted') counted.redacted += 1;
    const name = by === undefined ? undefined : groupings[by]?.(first.head);
    if (name === undefined) continue;
    const group = groups.has(name) || groups.size < maxGroups ? name : others;
    const counter = groups.get(group) ?? createDropoff(context, now);
    groups.set(group, counter);
    counter.add(lines, hasRecord);
  }
  return { all, groups, faults: unread, ...counted };
}

type TitleOf = (row: DropoffRow) => string;

const columns = [
  ...([
    'came',
    'went on',
    'went back',
    'finished here',
    'failed here',
    'left here',
    'still open',
    'lost sight of',
  ] as const),
  'share that went on',
] as const;
type Shown = DropoffCounts & { readonly finished?: number };
const numbersOf = ({ came, wentOn, wentBack, finished = 0, failed, left, open, lost }: Shown): number[] => [
  ...[came, wentOn, wentBack],
  ...[finished, failed, left, open, lost],
];

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 1000) / 10} %`);
const cells = (counts: Shown): string[] => [...numbersOf(counts).map(String), percent(shareOf(counts))];
/** Who went back on any screen is counted with what the visit came to: the number is beside the sum. */
const totalCells = (total: DropoffCounts): string[] => cells(total).with(2, `(${total.wentBack})`).with(3, '–');

/** A fingerprint is shown shortened; `--version` takes it so. */
const shownGroup = (by: string, group: string): string => (by === 'version' ? group.slice(0, 12) : group);

const totalTitle = 'all visits, and those that finished';

function tablesOf(by: string | undefined, { all, groups }: DropoffTotals, titleOf: TitleOf): string[] {
  const lines = alignedRows(
    [
      ['screen', ...columns],
      ...all.rows().map((row) => [`${titleOf(row)} (${row.screen})`, ...cells(row)]),
      [totalTitle, ...totalCells(all.total())],
    ],
    1,
  );
  if (by === undefined) return lines;
  const grouped = [...groups].flatMap(([group, counter]) => [
    ...counter.rows().map((row) => [shownGroup(by, group), `${titleOf(row)} (${row.screen})`, ...cells(row)]),
    [shownGroup(by, group), totalTitle, ...totalCells(counter.total())],
  ]);
  return [...lines, '', ...alignedRows([[by, 'screen', ...columns], ...grouped], 2)];
}

/** One table: the rows of all visits, then those of each group. The total has no screen. */
function csvOf(by: string | undefined, { all, groups }: DropoffTotals, titleOf: TitleOf): string {
  const rowsOf = (counter: DropoffCounter, group: readonly string[]): string[] => [
    ...counter
      .rows()
      .map((row) => csvRow([...group, row.screen, titleOf(row), ...numbersOf(row), shareOf(row)], plainCsv)),
    csvRow([...group, '', totalTitle, ...numbersOf(counter.total()), shareOf(counter.total())], plainCsv),
  ];
  return [
    csvRow([...(by === undefined ? [] : [by]), 'screen', 'title', ...columns], plainCsv),
    ...rowsOf(all, by === undefined ? [] : ['']),
    ...[...groups].flatMap(([group, counter]) => rowsOf(counter, [group])),
  ].join('');
}

function jsonOf(flow: string, by: string | undefined, { all, groups }: DropoffTotals, titleOf: TitleOf): string {
  const counts = (counter: DropoffCounter) => ({
    screens: counter.rows().map((row) => ({ ...row, title: titleOf(row), share: shareOf(row) })),
    total: { ...counter.total(), share: shareOf(counter.total()) },
  });
  return JSON.stringify(
    {
      flow,
      ...counts(all),
      ...(by === undefined
        ? {}
        : { by, groups: [...groups].map(([group, each]) => ({ [by]: group, ...counts(each) })) }),
    },
    null,
    2,
  );
}
