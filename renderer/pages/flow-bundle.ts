/** The data that islands fetch. */
import type { FlowDefinition, Pictures, SiteDefinition } from '../../engine/definition.ts';
import { optionsOf } from '../../engine/fields/field.ts';
import { shuffledNames } from '../../engine/flow/option-order.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import { pageMessages } from '../../engine/messages/catalogue.ts';
import { overlayPaths, pagesWithFlow } from '../../engine/overlays.ts';
import { questionIds } from '../../engine/session/question-ids.ts';
import type { FlowBundle } from '../islands/bundle.ts';
import { flowShowsAnswers, formsOfFlow, functionsOfFlow, isMore } from './flow-parts.ts';
import { flowScreens } from './flow-stage.tsx';

/** The pictures that a flow's steps and forms show. */
function picturesOf(site: SiteDefinition, flow: FlowDefinition): Pictures {
  const { pictures = {}, index } = site;
  const offered = formsOfFlow(site, flow).flatMap(({ fields }) =>
    fields.flatMap((field) => (optionsOf(field) ?? []).flatMap(({ image }) => image ?? [])),
  );
  const shown = new Set([...(index.flows[flow.flow]?.assets ?? []), ...offered]);
  return Object.fromEntries(Object.entries(pictures).filter(([asset]) => shown.has(asset)));
}

/** The paths of the overlays that a flow's steps can open, on the pages that show the flow. */
function openedBy(site: SiteDefinition, flow: FlowDefinition): Pick<FlowBundle['site'], 'overlays'> {
  if (site.index.flows[flow.flow]?.opens !== true) return {};
  const pages = pagesWithFlow(site, flow.flow);
  return {
    overlays: Object.assign({}, ...pages.map(({ page }) => overlayPaths(site, page))) as Record<string, string>,
  };
}

/** The data that an island of a flow fetches. */
export function bundleOf(site: SiteDefinition, id: string, formMessages: FormMessages): FlowBundle {
  const { invariants: _, ...flow } = site.flows[id] as FlowDefinition;
  const functions = functionsOfFlow(site, id);
  const forms = formsOfFlow(site, flow);
  const isShuffled = shuffledNames(flow, forms).length > 0;
  const answers = flowShowsAnswers(site.flows[id] as FlowDefinition);
  const { name, home = '/', locale, allowedHosts: hosts = [], calendar } = site.site;
  return {
    flow,
    forms,
    questions: questionIds(flow),
    screens: flowScreens(site, site.flows[id] as FlowDefinition),
    ...(isMore(site.flows[id] as FlowDefinition, forms, functions) ? { more: true as const } : {}),
    ...(isShuffled ? { shuffled: true as const } : {}),
    ...(answers ? { answers: true as const } : {}),
    ...(functions.length > 0 ? { functions } : {}),
    site: {
      name,
      home,
      locale,
      hosts,
      events: calendar,
      messages: pageMessages(site.site),
      formMessages,
      pictures: picturesOf(site, flow),
      ...openedBy(site, flow),
    },
  };
}
