/** The steps of a flow at a place of a site. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { compileFlow } from '../../engine/flow/index.ts';
import { pageMessages } from '../../engine/messages/catalogue.ts';
import { overlayPaths, pagesWithFlow } from '../../engine/overlays.ts';
import { type Session, stateOf } from '../../engine/session/session.ts';
import { blockViews } from '../blocks/generated/views.ts';
import { type DrawScreen, fixedScreens } from '../document/screens.tsx';
import type { FlowBundle } from '../islands/bundle.ts';
import type { ScreensData } from '../islands/html-screens.ts';
import { Stage } from '../islands/Stage.tsx';
import type { HeadingLevel } from '../parts/view.ts';
import { stageHeading } from '../server.tsx';
import { formsOfFlow } from './flow-parts.ts';

/** Where a stage is drawn. */
interface StagePlace {
  /** The paths of the page's overlays. */
  readonly overlays: Readonly<Record<string, string>>;
  readonly heading: HeadingLevel;
  /** The signed log for its forms. */
  readonly log: string | null;
  /** The overlay that contains it, or null. */
  readonly instance: string | null;
}

/** Draws the steps of a flow at a place. */
export const drawStage =
  ({ site, pictures }: SiteDefinition, { overlays, ...place }: StagePlace): DrawScreen =>
  (session, screen, scope) => (
    <Stage
      session={session}
      screen={screen}
      scope={scope}
      site={{
        ...{ name: site.name, home: site.home ?? '/', events: site.calendar, messages: pageMessages(site), pictures },
        overlays,
      }}
      views={blockViews}
      send={null}
      {...place}
    />
  );

/** The places where a site shows a flow, without signed logs: on its page, and in overlays. */
function placesOf(site: SiteDefinition, flow: FlowDefinition): StagePlace[] {
  return pagesWithFlow(site, flow.flow).flatMap((page) => {
    const inside = Object.entries(page.overlays ?? {}).filter(([, overlay]) => overlay.flow === flow.flow);
    const around = { overlays: overlayPaths(site, page.page), log: null };
    const heading = stageHeading(site.index.pages[page.page]?.blocks ?? []);
    return [
      ...(page.page === flow.page ? [{ ...around, heading, instance: null }] : []),
      ...inside.map(([instance]) => ({ ...around, heading: 2 as const, instance })),
    ];
  });
}

/** The id of a session in a page. */
export const sessionId = (flow: string, instance: string | null): string => [flow, instance ?? []].flat().join('-');

/** The states of a flow whose screens are HTML. They do not depend on the place. */
const statesWithHtml = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/** The screens of a flow that are the same for all visitors, by the overlay that contains them; `''` for its page. */
export function flowScreens(site: SiteDefinition, flow: FlowDefinition): FlowBundle['screens'] {
  const compiled = compileFlow(flow, formsOfFlow(site, flow), () => {
    throw new TypeError('No form of a drawn screen is judged.');
  });
  const screens = placesOf(site, flow).map((place): readonly [string, ScreensData] => [
    place.instance ?? '',
    fixedScreens(compiled, drawStage(site, place), `${sessionId(flow.flow, place.instance)}-`),
  ]);
  statesWithHtml.set(flow, new Set(screens.flatMap(([, { of }]) => Object.keys(of))));
  return Object.fromEntries(screens);
}

/** Whether the screen of a session is drawn without React. */
export function hasHtml(site: SiteDefinition, session: Session): boolean {
  // A session with options in the order of a visit has a flow of its own.
  const flow = site.flows[session.compiled.flow.flow] ?? session.compiled.flow;
  if (!statesWithHtml.has(flow)) flowScreens(site, flow);
  return statesWithHtml.get(flow)?.has(stateOf(session)) === true;
}
