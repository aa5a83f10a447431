/** The HTTP server for visitors: pages, intakes, and every other path. */
import type { Server } from 'node:http';
import { attributionRoutes } from '../attribution/routes.ts';
import { calendarRoutes } from '../calendar/routes.ts';
import { consentRoutes } from '../consent/routes.ts';
import type { DevTools } from '../dev/dev-tools.ts';
import { extensionRoutes } from '../extensions/browser-modules.ts';
import { type AddRoutes, createApp } from '../http/app.ts';
import { buildRoutes, openBuiltAssets } from '../http/assets.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { type CrossSiteCheck, createOriginCheck } from '../http/origin.ts';
import { createHttpServer } from '../http/server.ts';
import { fileRoutes } from '../images/file-routes.ts';
import { createIcons } from '../images/icons.ts';
import { originalOf } from '../images/original.ts';
import { pictureRoutes } from '../images/routes.ts';
import { createVariants } from '../images/variants.ts';
import { createIntakeListener } from '../intakes/listener.ts';
import { createPageHandler } from '../pages/handler.ts';
import { createIntakeChoice } from '../pages/intake-choice.ts';
import { createPreviews } from '../pages/previews.ts';
import { siteRoutes } from '../pages/site-routes.ts';
import type { VisitorPages } from '../pages/visitors/contract.ts';
import { createVisitorPages } from '../pages/visitors.ts';
import { createDocumentFiles } from '../pdf/files.ts';
import { documentRoutes } from '../pdf/routes.ts';
import { protectionRoutes } from '../protection/routes.ts';
import { traceRoutes } from '../traces/routes.ts';
import type { TraceSink } from '../traces/sink.ts';
import { createSeal } from '../visits/seal.ts';
import { createVisitKeeper } from '../visits/visit-keeper.ts';
import type { Foundation } from './foundation.ts';
import { openTraces } from './traces.ts';
import type { ServedVersions } from './versions.ts';

export interface VisitorServer {
  readonly server: Server;
  /** Null if no traces are recorded. */
  readonly traces: TraceSink | null;
}

/** The routes of pictures, icons, and of the files of the site. */
function fileServing({ pictures, drawn, renderer }: Foundation, { definitions, choice }: ServedVersions): AddRoutes[] {
  const folders = (): readonly string[] => [definitions.assetsFolder(), ...definitions.otherFolders()];
  const variants = createVariants(pictures, (tag) =>
    originalOf(
      choice.all().map(({ site }) => site),
      folders(),
      tag,
    ),
  );
  const icons = createIcons({
    pictures,
    site: () => definitions.current().site,
    assetsFolder: definitions.assetsFolder,
    looks: renderer.looks,
  });
  return [pictureRoutes({ variants, drawn, icons }), fileRoutes(folders)];
}

/** All routes but the pages. */
async function routesOf(
  foundation: Foundation,
  versions: ServedVersions,
  isForeign: CrossSiteCheck,
  traces: TraceSink | null,
  tools: DevTools | null,
): Promise<AddRoutes[]> {
  const { options, config, log, renderer, store, health, limits, secret, protection, clock } = foundation;
  const { trustProxy } = config;
  const { current, refresh } = versions.definitions;
  return [
    healthRoutes(health, () => current().site.hash),
    siteRoutes({ current, dates: versions.dates, bundles: versions.bundles, refresh }),
    calendarRoutes(current),
    consentRoutes({
      ...{ site: () => current().site, store, limits, isForeign, trustProxy, clock, log },
      ...(traces === null ? {} : { chosen: traces.chosen }),
    }),
    protectionRoutes({ current, protection, limits, trustProxy, clock }),
    documentRoutes({
      files: createDocumentFiles(renderer.renderDocument, clock),
      ...{ current, secret, log, clock, renderNotice: renderer.renderNotice },
    }),
    buildRoutes(await openBuiltAssets(options.builtDir)),
    extensionRoutes(versions.extensions),
    ...fileServing(foundation, versions),
    attributionRoutes({ current, store, limits, trustProxy, isForeign, clock }),
    ...(traces === null ? [] : [traceRoutes(traces)]),
    ...(tools === null ? [] : [tools.routes]),
  ];
}

export async function createVisitorServer(
  foundation: Foundation,
  versions: ServedVersions,
  tools: DevTools | null,
): Promise<VisitorServer> {
  const { store, config, log, renderer, limits, secret, protection, metrics, spans, clock, random } = foundation;
  const { definitions, choice, pageCache } = versions;
  const { current, refresh } = definitions;
  const { trustProxy, requestIdHeader, production } = config;
  const isForeign = createOriginCheck({
    ...{ origin: () => current().edition.origin, allowRequestHost: !production, log },
  });
  const traces = openTraces(foundation, versions, { isForeign, tools, visitors: () => visitors });
  const seal = createSeal(secret, clock);
  const visitors: VisitorPages = createVisitorPages({
    ...{ renderer, seal, limits, protection, isForeign, trustProxy, clock, random, refresh },
    keeper: createVisitKeeper({ seal, visits: store.visits }, clock),
    record: traces?.record,
    reply: tools?.reply,
  });
  const app = createApp({
    routes: await routesOf(foundation, versions, isForeign, traces, tools),
    fallback: createPageHandler({
      ...{ choice, pageCache, visitors, clock, log, tools: tools?.pages ?? null },
      previews: production ? null : createPreviews(() => definitions.serving().live, clock),
      sharedSeconds: config.sharedCacheSeconds,
    }),
    messages: () => current().intakes.messages,
    ...{ trustProxy, log },
  });
  const server = createHttpServer({
    intakes: createIntakeListener({ choose: createIntakeChoice(choice, refresh), trustProxy, isForeign }),
    isKnown: (path) =>
      choice.all().some(({ site, intakes }) => Object.hasOwn(site.routes, path) || intakes.methodsOf(path).length > 0),
    hold: tools?.hold,
    observe: metrics?.request,
    beginSpan: spans?.begin,
    ...{ app, log, trustProxy, requestIdHeader },
  });
  return { server, traces };
}
