import { eventConstants, type Phases } from '../../axes/phase.ts';
import type { Route, SiteDefinition, SiteHash } from '../../definition.ts';
import { defineDestination } from '../../deliveries/kinds.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { checkAnchors } from '../check/anchors.ts';
import { checkCalendar } from '../check/calendar.ts';
import { checkConsent } from '../check/consent.ts';
import { checkDestinations } from '../check/deliveries.ts';
import { checkEvents } from '../check/events.ts';
import { checkUnread } from '../check/fact-uses.ts';
import { checkMessages } from '../check/messages.ts';
import { checkUnlinked } from '../check/orphans.ts';
import { checkOverlays } from '../check/overlays.ts';
import { checkPages, checkStepBlocks, checkStickyBars } from '../check/pages.ts';
import { checkRedirects } from '../check/redirects.ts';
import { checkStrictness } from '../check/strictness.ts';
import { checkCarriedHosts, checkTags } from '../check/tags.ts';
import { checkTexts } from '../check/texts.ts';
import { checkTitles } from '../check/titles.ts';
import { checkUnused } from '../check/value-uses.ts';
import { checkValueTypes } from '../check/values.ts';
import type { Draft } from '../link/draft.ts';
import { definitionSources, type UnresolvedReferences } from '../link/resolve.ts';
import { formIdsOf } from '../link/uses.ts';
import { listedForms } from '../lower/answers.ts';
import { flowContents, pageContents } from '../lower/contents.ts';
import { lowerScenario } from '../lower/scenario.ts';
import { lowerSite } from '../lower/site.ts';
import type { DefinitionFile, LoadOptions } from '../options.ts';
import type { Source } from '../source/source.ts';
import { siteConstants } from './constants.ts';
import { defineDocument } from './document.ts';
import { defineEmail } from './email.ts';
import { defineFlow } from './flow.ts';
import { defineForm } from './forms.ts';
import { lowerFlowsAndIntakes } from './lowering.ts';
import { definePage, flowsOfPage } from './page.ts';

/** Checks and lowers a site. Omits everything with an unresolved reference, which has been reported. */
export function defineSite(
  draft: Draft,
  unresolved: UnresolvedReferences,
  files: readonly DefinitionFile[],
  options: LoadOptions,
): SiteDefinition {
  const { hash, now } = options;
  const sources = definitionSources(draft);
  const { constants, timed, axes, rules, isDateMistaken } = siteConstants(draft, sources, files, options);
  checkSources(draft, sources);
  const defined = draft.memo.each('form', draft.forms.values(), [constants], (source) =>
    defineForm(draft, source, constants),
  );
  const forms = Object.fromEntries([...draft.forms.keys()].map((id, index) => [id, defined[index] as FormDefinition]));
  const lowered = lowerFlowsAndIntakes(draft, unresolved, constants, forms);
  checkPages(draft);
  checkStepBlocks(draft);
  checkAnchors(draft);
  checkEvents(draft);
  checkOverlays(draft);
  checkStrictness(draft);
  checkRedirects(draft);
  checkDestinations(draft, draft.site);
  checkConsent(draft, sources);
  checkTags(draft);
  checkCarriedHosts(draft);
  const site = draft.memo.once('site', draft.site, [constants], () => lowerSite(draft, constants));
  checkMessages(draft);
  checkCalendar(draft, site, sources, { now, isDateMistaken });
  checkUnused(draft, lowered.flows);

  const flows = mapEntries(Object.fromEntries(lowered.flows), (flow, id) => {
    const given = [hash, ...formIdsOf(flow.flow).map((form) => forms[form])];
    return draft.memo.once('flow', flow, given, () => defineFlow(id, flow, { draft, forms, hash }));
  });
  const pages = mapSources(draft.pages, (source, id) => {
    const flowHashes = flowsOfPage(draft, id, source).map((flow) => flows[flow]?.hash ?? '');
    const given = [site, constants, hash, ...flowHashes];
    return draft.memo.once('page', source, given, () =>
      definePage(source, { draft, site, flowHashes, constants, hash }),
    );
  });
  checkTitles(draft, pages, flows);
  noteUnused(draft, files, options);
  return {
    hash: siteHash(draft, files, axes.phase, options),
    ...{ axes, rules, timed },
    site,
    pages,
    flows,
    forms,
    emails: mapSources(draft.emails, (source) => {
      const given = [site, constants, hash, ...listedForms(draft, source).map((form) => forms[form])];
      return draft.memo.once('email', source, given, () =>
        defineEmail(source, { draft, site, constants, forms, hash }),
      );
    }),
    documents: mapSources(draft.documents, (source) =>
      draft.memo.once('document', source, [site, constants, hash], () =>
        defineDocument(source, { draft, site, constants, hash }),
      ),
    ),
    scenarios: mapSources(draft.scenarios, (source) =>
      draft.memo.once('scenario', source, [], () => lowerScenario(draft, source)),
    ),
    destinations: mapEntries(site.destinations ?? {}, defineDestination),
    intakes: mapEntries(Object.fromEntries(lowered.intakes), ({ intake }) => intake),
    routes: routesOf(draft),
    index: {
      pages: contentsOf(draft, 'pages', pages, pageContents),
      flows: contentsOf(draft, 'flows', flows, flowContents),
    },
    notFoundPage: Object.keys(pages).find((id) => pages[id]?.role === 'not-found') ?? null,
  };
}

/** Notes what nothing links to and nothing uses. */
function noteUnused(draft: Draft, files: readonly DefinitionFile[], { notes }: LoadOptions): void {
  // A note is no mistake, so it waits until there are none.
  if (notes === undefined || draft.report.failed) return;
  checkUnlinked(draft, notes.code);
  checkUnread(draft, [...files, ...notes.code]);
}

/** Checks that apply to every file: value types, texts. */
function checkSources(draft: Draft, sources: ReadonlySet<Source<unknown>>): void {
  draft.memo.each('checked', sources, [], (source) => {
    checkValueTypes(draft, source);
    checkTexts(draft, source);
    if (source.kind === 'page' || source.kind === 'flow') checkStickyBars(draft, source);
  });
}

/** The hash of all files, also those of the site's extensions. After the first event has started, it includes the phases. */
function siteHash(
  { memo, site }: Draft,
  files: readonly DefinitionFile[],
  phase: Phases,
  { hash, extensions }: LoadOptions,
): SiteHash {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const texts = memo.each('text', sorted, [hash], (file) => [file.path, hash(file.text)]);
  const hasBegun = Object.values(phase).some((each) => each !== 'before');
  const events = eventConstants(Object.keys(site.data.calendar ?? {}), phase);
  const own = extensions === undefined || extensions.hash === '' ? [] : [extensions.hash];
  return hash(JSON.stringify([...texts, ...(hasBegun ? [events] : []), ...own])) as SiteHash;
}

function routesOf({ memo, routes }: Draft): Record<string, Route> {
  const defined = memo.each('route', routes.values(), [], ({ owner: _, ...route }): Route => route);
  return Object.fromEntries([...routes.keys()].map((path, index) => [path, defined[index] as Route]));
}

/** What each of the definitions contains, by id. */
function contentsOf<Definition extends object, Contents>(
  { memo }: Draft,
  kind: string,
  definitions: Readonly<Record<string, Definition>>,
  find: (definition: Definition) => Contents,
): Record<string, Contents> {
  const found = memo.each(`contents of ${kind}`, Object.values(definitions), [], find);
  return Object.fromEntries(Object.keys(definitions).map((id, index) => [id, found[index] as Contents]));
}

const mapEntries = <From, To>(
  record: Readonly<Record<string, From>>,
  make: (value: From, key: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]));

const mapSources = <From, To>(
  sources: ReadonlyMap<string, Source<From>>,
  make: (source: Source<From>, id: string) => To,
): Record<string, To> => Object.fromEntries([...sources].map(([id, source]) => [id, make(source, id)]));
