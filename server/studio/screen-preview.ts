/**
 * Screens as the site draws them, for staff. The page has no script: it calls nothing, sends nothing and stores nothing.
 * Its pictures and fonts are those of the public site.
 */
import type { Route } from '../../engine/definition.ts';
import { stepOf } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { leafOf, type Session, type SessionEvent, sendEvent, startSession } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { walksToScreens } from '../../engine/walks/to-screens.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import { redirectOf } from '../intakes/redirect.ts';
import { factsOf } from '../pages/page-cache.ts';
import { beginningOf, routeOf } from '../pages/routes.ts';
import type { Version } from '../pages/version.ts';
import { html, type StudioReply } from './replies.ts';
import { variantsOf } from './variants.ts';

export interface ScreenPreviews {
  /**
   * Draws a screen of a flow, at which a walk with example values arrives.
   * @param variant the path of the page that shows the flow, as `variantsOf` lists it; null for the first
   * @throws RangeError if no walk arrives there
   */
  screen(flow: string, screen: string, variant: string | null): Promise<StudioReply>;
  /** Draws a recorded session as it was after a step. @throws RangeError if it does not get there today */
  recorded(session: Session, lines: readonly TraceLine[]): Promise<StudioReply>;
}

/** A session whose log is run again with the values of an overlay. */
function runLog(compiled: CompiledFlow, { input, events }: SessionLog): Session {
  let { session } = startSession(compiled, input);
  for (const { event, stamp } of events) session = sendEvent(session, event, stamp).session;
  return session;
}

/** @param version the one that is served */
export function createScreenPreviews(
  version: () => Pick<Version, 'site' | 'flows' | 'edition'>,
  renderer: Pick<PageRenderer, 'renderSession'>,
): ScreenPreviews {
  const walks = new WeakMap<CompiledFlow, ReturnType<typeof walksToScreens>>();

  /** @param visitId the visit whose order of shuffled options is shown; undefined for that of the file */
  async function draw(route: Route, session: Session, log: SessionLog, visitId?: string): Promise<StudioReply> {
    const { site, edition } = version();
    const shown = routeOf(site, route.flow, leafOf(session).step) ?? route;
    const page = await renderer.renderSession(factsOf(edition, edition.placeOf(shown), true), {
      ...{ session, log, toasts: [], address: null, sealed: null, opened: null, over: false },
      ...(visitId === undefined ? {} : { order: visitId }),
    });
    return previewReply(page.html, edition.origin);
  }

  function flowOf(id: string): CompiledFlow {
    const compiled = version().flows.get(id);
    if (compiled === undefined) throw new RangeError(`There is no flow ${id}.`);
    return compiled;
  }

  function routeFor(flow: string, path: string | null): Route {
    const variants = variantsOf(version().site, flow);
    const route = path === null ? variants[0] : variants.find(({ canonical }) => canonical === path);
    if (route !== undefined) return route;
    throw new RangeError(path === null ? `No page shows the flow ${flow}.` : `The flow ${flow} is not at ${path}.`);
  }

  return {
    async screen(flow, screen, variant) {
      const compiled = flowOf(flow);
      const route = routeFor(flow, variant);
      const known =
        walks.get(compiled) ?? walksToScreens(compiled, createIntakeAnswers(version().site, redirectOf, true));
      walks.set(compiled, known);
      const walk = known.get(screen);
      if (walk === undefined)
        throw new RangeError(`No visitor sees ${screen}: it decides or redirects, or nobody reaches it.`);
      const { saved } = beginningOf(version().site, route);
      const log = { ...walk, input: { ...walk.input, saved: { ...walk.input.saved, ...saved } } };
      const session = runLog(compiled, log);
      if (leafOf(session).screen !== screen)
        throw new RangeError(`At ${route.canonical} the same answers lead to ${leafOf(session).screen}.`);
      return await draw(route, session, log);
    },
    async recorded(session, lines) {
      const [head] = lines;
      if (head?.kind !== 'head') throw new RangeError('The trace has no head.');
      const variants = variantsOf(version().site, head.flow);
      // The dialog's own page has the step of every variant; the recorded values are those of the visitor's.
      const [first] = variants;
      if (first === undefined) throw new RangeError(`No page shows the flow ${head.flow}.`);
      const events = lines.flatMap((line) =>
        line.kind === 'step' && line.event !== null
          ? [{ event: line.event as SessionEvent, stamp: { at: line.at, random: line.random ?? 0 } }]
          : [],
      );
      const route = variants.find(({ step }) => step === stepOf(leafOf(session).screen)) ?? first;
      return await draw(route, session, { input: head.input, events }, head.visitId);
    },
  };
}

/** A page without its scripts, whose addresses are those of the public site. Everything that it could do is forbidden. */
function previewReply(page: string, origin: string): StudioReply {
  const still = page
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|prefetch)"[^>]*>/g, '')
    .replace('<head>', `<head><base href="${origin}/">`);
  const policy = [
    'sandbox',
    "default-src 'none'",
    `style-src 'unsafe-inline' ${origin}`,
    `img-src ${origin} data:`,
    `font-src ${origin}`,
    `media-src ${origin}`,
    "form-action 'none'",
    `base-uri ${origin}`,
    "frame-ancestors 'self'",
  ].join('; ');
  return { ...html(200, still), headers: { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' } };
}
