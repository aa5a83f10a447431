import type { FlowFile, FormFile, SiteFile } from '../../schemas/generated/types.ts';
import {
  boundariesOf,
  type EventConstants,
  eventsAt,
  eventsType,
  type Moments,
  type TimedEvent,
} from '../calendar/phases.ts';
import type { FlowDefinition, PageDefinition, Route, SiteDefinition } from '../definition.ts';
import type { AuthorCode } from '../errors/catalogue.ts';
import { type AuthorProblem, byPlace } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';
import { type Constants, compileTemplate, dateFormatter, numberSigns } from '../expressions/index.ts';
import type { FormDefinition } from '../forms/types.ts';
import { defineSteps } from '../steps/authoring.ts';
import { momentOf } from '../values/moment.ts';
import { type AcceptedProblem, applyAcceptances } from './acceptances.ts';
import { repeatPages } from './assemble/pages.ts';
import { expandParts } from './assemble/parts.ts';
import { checkCalendar } from './check/calendar.ts';
import { checkCalls } from './check/calls.ts';
import { checkComputedValues, checkComputeShapes } from './check/computes.ts';
import { checkCycles } from './check/cycles.ts';
import { checkEvents } from './check/events.ts';
import { checkFacts } from './check/facts.ts';
import { checkDefaults, checkForm } from './check/forms.ts';
import { checkGraph } from './check/graph.ts';
import { checkIntake } from './check/intakes.ts';
import { checkLeaves } from './check/leaves.ts';
import { checkOverlays } from './check/overlays.ts';
import { checkPages, checkStepBlocks } from './check/pages.ts';
import { checkSteps } from './check/steps.ts';
import { checkStrictness } from './check/strictness.ts';
import { checkTexts } from './check/texts.ts';
import { checkTitles } from './check/titles.ts';
import { checkUnused } from './check/unused.ts';
import { checkValues, checkValueTypes } from './check/values.ts';
import { checkVocabulary } from './check/vocabulary.ts';
import { deepFreeze } from './freeze.ts';
import type { Draft, IntakeSource, Word } from './link/draft.ts';
import { acceptedBy, formIdsTaken, shapeOf } from './link/endpoints.ts';
import { indexDefinitions } from './link/index-definitions.ts';
import { checkReferences } from './link/references.ts';
import { calledBy, formIdsOf } from './link/uses.ts';
import { flowContents, pageContents } from './lower/contents.ts';
import { type BegunFlow, beginFlow, type Endpoints, type LoweredFlow } from './lower/flow.ts';
import { lowerForm } from './lower/form.ts';
import { behaviourHash, flowHash, type Hash, pageHash } from './lower/hashes.ts';
import { type LoweredIntake, lowerIntake } from './lower/intake.ts';
import { lowerPage } from './lower/page.ts';
import { withoutHidden } from './lower/prune.ts';
import { lowerSite } from './lower/site.ts';
import { checkAssetNames, fileKindOf, parseFile } from './parse/parse-file.ts';
import { checkShape } from './shape/check-shape.ts';
import { type FileKind, type Source, SourceText } from './source/source.ts';

export interface DefinitionFile {
  /** Below the funnels folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface LoadOptions {
  /** A fingerprint of a text; the same text gives the same one, whenever and wherever. */
  readonly hash: Hash;
  /** Paths of all files that are not definitions; without it assets are not looked for. */
  readonly assets?: ReadonlySet<string>;
  /** Where the site is published, when it is not where site.yaml says. */
  readonly url?: string;
  /** Epoch milliseconds; without it no event is said to be over. */
  readonly now?: number;
  /** Shows every event as at this instant, in epoch milliseconds, whether it follows the clock or not. */
  readonly at?: number;
  /** The phases of these events, in place of those that the clock gives. */
  readonly moments?: Moments;
}

export interface LoadedSite {
  /** Null when there is an error; a warning keeps nothing back. */
  readonly site: SiteDefinition | null;
  /** Everything that is wrong, by file and place. */
  readonly problems: AuthorProblem[];
  /** Warnings that a comment beside them accepts. */
  readonly accepted: AcceptedProblem[];
}

/**
 * Reads the definitions of a site: guard, parse, shape, assemble, link, check, lower, freeze. Pure; raises nothing for
 * whatever the files say.
 */
export function loadSite(files: readonly DefinitionFile[], options: LoadOptions): LoadedSite {
  const report = new Report();
  const draft = readDraft(files, options, report);
  const site = draft === undefined ? undefined : define(draft, files, options);
  const { problems, accepted } = applyAcceptances(report.problems, files, unjudgedWith(options));
  return {
    site: site === undefined || report.failed ? null : deepFreeze(site),
    problems: problems.sort(byPlace),
    accepted: accepted.sort(byPlace),
  };
}

/** Warnings that these options keep the loader from looking for. */
const unjudgedWith = ({ now }: LoadOptions): ReadonlySet<AuthorCode> =>
  new Set<AuthorCode>(now === undefined ? ['event-past'] : []);

/** Guard, parse, shape, assemble, index. Undefined when there is no site to check anything against. */
function readDraft(files: readonly DefinitionFile[], { assets, url }: LoadOptions, report: Report): Draft | undefined {
  const sources: Source[] = [];
  if (assets !== undefined) checkAssetNames(assets, report);
  const broken = new Set<FileKind>();
  for (const file of files) {
    const source = parseFile(file, report);
    if (source !== undefined && checkShape(source, report) && checkVocabulary(source, report)) sources.push(source);
    else {
      const kind = fileKindOf(file.path);
      if (kind !== undefined) broken.add(kind);
    }
  }
  const site = sources.find((source) => source.kind === 'site') as Source<unknown> as Source<SiteFile> | undefined;
  if (site === undefined) {
    if (!broken.has('site')) report.add('site-missing', new SourceText('site.yaml', ''), { offset: 0, length: 1 });
    return undefined;
  }
  if (url !== undefined) site.data.url = url;
  const { sources: assembled, items } = repeatPages(
    expandParts(sources, broken, report),
    broken,
    constantsOf(site, report),
    report,
  );
  return indexDefinitions({ sources: assembled, site, broken, assets, items }, report);
}

/** Check and lower. What can not be trusted because something it refers to is missing is passed over. */
function define(
  draft: Draft,
  files: readonly DefinitionFile[],
  { hash, now, at, moments }: LoadOptions,
): SiteDefinition {
  const written = constantsOf(draft.site, draft.report);
  const sources = new Set<Source<unknown>>([
    draft.site,
    ...draft.pages.values(),
    ...draft.flows.values(),
    ...draft.forms.values(),
    ...[...draft.intakes.values()].map((intake) => intake.source),
  ]);
  const { facts, isDateMistaken } = checkFacts(draft, sources, written.formatDate);
  const timed = timedEvents(draft.site, { ...written, constants: { ...written.constants, facts } } as Constants);
  const eventIds = Object.keys(draft.site.data.events ?? {});
  const events = eventsAt(eventIds, timed, { now, at, moments });
  const options = {
    ...written,
    constants: { ...written.constants, facts, events },
    constantTypes: { events: eventsType(eventIds) },
  } as Constants;
  const lost = new Map<Source<unknown>, ReadonlySet<Word>>();
  for (const source of sources) {
    lost.set(source, checkReferences(draft, source));
    checkValueTypes(draft, source);
    checkTexts(draft, source);
  }
  const lacks = (source: Source<unknown>, kind: Word['kind'], below = '') =>
    [...(lost.get(source) ?? [])].some((word) => word.kind === kind && (below === '' || word.path[1] === below));

  const forms = each(draft.forms, (source) => defineForm(draft, source, options));
  const begun = new Map<string, BegunFlow>();
  const faulty = new Set<string>();
  for (const [id, source] of draft.flows) {
    const before = errorsIn(draft.report);
    checkFlow(draft, source, lacks(source, 'step'));
    if (errorsIn(draft.report) > before || (lost.get(source)?.size ?? 0) > 0) faulty.add(id);
    if (!lacks(source, 'form')) begun.set(id, beginFlow(draft, source, options));
  }
  const loweredIntakes = new Map<string, LoweredIntake>();
  for (const [id, intake] of draft.intakes) {
    checkIntake(draft, intake);
    const { verifies } = intake.data;
    if (!areFormsKnown(draft, intake) || (verifies !== undefined && !begun.has(verifies.flow))) continue;
    loweredIntakes.set(id, lowerIntake(draft, intake, begun, options));
  }
  const endpoints = endpointsOf(draft, loweredIntakes);
  const flows = new Map<string, LoweredFlow>();
  for (const [id, { source, finish }] of begun) {
    const compiled = finish(endpoints, !faulty.has(id));
    checkComputedValues(draft, source, compiled.flow.computes ?? {});
    checkCalls(draft, source, compiled.typesAt);
    flows.set(id, compiled);
  }
  checkPages(draft);
  checkStepBlocks(draft);
  checkEvents(draft);
  checkOverlays(draft);
  checkStrictness(draft);
  checkLeaves(draft);
  const site = lowerSite(draft, options);
  if (!isDateMistaken) checkCalendar(draft, site, sources, now);

  const intakes = Object.fromEntries([...loweredIntakes].map(([id, { intake }]) => [id, intake]));
  // A mistake makes other things look unused.
  if (!draft.report.failed) checkUnused(draft, flows);

  const flowDefinitions = Object.fromEntries(
    [...flows].map(([id, { flow, needs }]) => [
      id,
      { ...defineFlow(draft, shownOf(flow), needs, forms, hash), ...momentsOf(draft.flows.get(id), events) },
    ]),
  );
  const pages = each(draft.pages, (source, id) => {
    const compiled = lowerPage(draft, source, options);
    const page = { ...compiled, blocks: withoutHidden(compiled.blocks) };
    const overlaid = Object.values(page.overlays ?? {}).map(({ flow }) => flow);
    const drawn = [...(draft.drawnIn.get(id) ?? []).map(({ data }) => data.flow), ...overlaid];
    const hashes = drawn.map((flow) => flowDefinitions[flow]?.hash ?? '');
    return { ...page, hash: pageHash(hash, page, site, hashes) } satisfies PageDefinition;
  });
  // After an error a page, or what its title reads, may be missing from here.
  if (!draft.report.failed) checkTitles(draft, pages, flowDefinitions);
  const texts = [...files].sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ path, text }) => [path, text]);
  const hasBegun = Object.values(events).some(({ moment }) => moment !== 'before');
  return {
    hash: hash(JSON.stringify(hasBegun ? [...texts, events] : texts)),
    timed,
    changesAt:
      now === undefined
        ? null
        : (boundariesOf(timed.filter(({ isLive }) => isLive)).find((each) => each > now) ?? null),
    site,
    pages,
    flows: flowDefinitions,
    forms,
    intakes,
    routes: Object.fromEntries(
      [...draft.routes].map(([path, { owner: _, ...route }]) => [path, route satisfies Route]),
    ),
    index: { pages: mapValues(pages, pageContents), flows: mapValues(flowDefinitions, flowContents) },
    notFoundPage: Object.keys(pages).find((id) => pages[id]?.role === 'not-found') ?? null,
  };
}

/** The phases of the events that a flow reads. */
function momentsOf(source: Source<FlowFile> | undefined, events: EventConstants): Pick<FlowDefinition, 'moments'> {
  const text = JSON.stringify(source?.data ?? {});
  const read = Object.entries(events).filter(([id]) => text.includes(`events.${id}.`));
  if (read.length === 0) return {};
  return { moments: Object.fromEntries(read.map(([id, { moment }]) => [id, moment])) };
}

/** What every expression of the site can read without a visit. */
function constantsOf(site: Source<SiteFile>, report: Report): Constants {
  const { name, url, locale, currency, timeZone, facts = {} } = site.data;
  const pixel = site.data.integrations?.pixel?.id !== undefined;
  const constants = { facts, site: { name, url, locale, currency, pixel } } as NonNullable<Constants['constants']>;
  try {
    return { constants, formatDate: dateFormatter(locale, timeZone), signs: numberSigns(locale), total: true };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.add('time-zone-unknown', site, site.place(['timeZone']), { zone: timeZone });
    return { constants, total: true };
  }
}

/** The events of the site whose dates can be read; a date that cannot is reported elsewhere. */
function timedEvents(site: Source<SiteFile>, options: Constants): TimedEvent[] {
  return Object.entries(site.data.events ?? {}).flatMap(([id, event]) => {
    const [starts, ends] = [event.starts, event.ends].map((text) => {
      const { template } = compileTemplate(String(text), {}, options);
      return momentOf(typeof template === 'string' ? template : '');
    });
    return starts == null || ends == null ? [] : [{ id, starts, ends, isLive: event.moment === 'clock' }];
  });
}

/** The endpoints as flows call them. One that could not be compiled answers and accepts anything. */
function endpointsOf(draft: Draft, compiled: ReadonlyMap<string, LoweredIntake>): Endpoints {
  const intakeAt = (path: string) => draft.endpoints.get(path);
  return {
    replyOf: (path) => compiled.get(intakeAt(path)?.id ?? '')?.reply ?? { kind: 'any' },
    acceptsOf: (path) => {
      const intake = intakeAt(path);
      return intake === undefined ? {} : acceptedBy(draft, intake.data);
    },
  };
}

/** Whether the forms that an intake reads are there: its own, and those of the records it answers from. */
function areFormsKnown(draft: Draft, { data, method }: IntakeSource): boolean {
  const posts = method === 'GET' ? (draft.posts.get(data.collection ?? '') ?? []) : [];
  return [data, ...posts.map((post) => post.data)].flatMap(formIdsTaken).every((form) => draft.forms.has(form));
}

const errorsIn = ({ problems }: Report): number => problems.filter(({ severity }) => severity === 'error').length;

function defineForm(draft: Draft, source: Source<FormFile>, options: Constants): FormDefinition {
  const before = errorsIn(draft.report);
  checkForm(draft, source);
  const form = lowerForm(draft, source, options);
  if (errorsIn(draft.report) === before) checkDefaults(draft, source, form);
  return form;
}

function checkFlow(draft: Draft, source: Source<FlowFile>, lacksSteps: boolean): void {
  const isClear = checkSteps(draft, source);
  checkValues(draft, source);
  checkComputeShapes(draft, source);
  // A step that is missing or of two kinds would make the ones behind it look unreachable.
  if (lacksSteps || !isClear) return;
  checkGraph(draft, source);
  checkCycles(draft, source);
}

/** A flow without the blocks that it never shows. */
const shownOf = (flow: FlowFile): FlowFile => ({
  ...flow,
  steps: Object.fromEntries(
    Object.entries(flow.steps).map(([id, step]) => [
      id,
      step.show === undefined ? step : { ...step, show: withoutHidden(step.show) },
    ]),
  ),
});

function defineFlow(
  draft: Draft,
  flow: FlowFile,
  needs: LoweredFlow['needs'],
  forms: Readonly<Record<string, FormDefinition>>,
  hash: Hash,
): FlowDefinition {
  const formIds = formIdsOf(flow);
  const used = formIds.flatMap((id) => forms[id] ?? []);
  const called = new Set(Object.values(flow.steps).flatMap(calledBy));
  const calls = Object.fromEntries(
    [...called].flatMap((path) => {
      const intake = draft.endpoints.get(path);
      return intake === undefined ? [] : [[path, shapeOf(draft, intake)]];
    }),
  );
  return {
    ...flow,
    steps: defineSteps(flow.steps),
    forms: formIds,
    calls,
    needs,
    hash: flowHash(hash, flow, used),
    behaviour: behaviourHash(hash, flow, used),
  };
}

const mapValues = <From, To>(record: Readonly<Record<string, From>>, make: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));

function each<From, To>(
  map: ReadonlyMap<string, Source<From>>,
  make: (source: Source<From>, id: string) => To,
): Record<string, To> {
  return Object.fromEntries([...map].map(([id, source]) => [id, make(source, id)]));
}

export type { AuthorProblem };
