import type {
  ApiFile,
  DocumentFile,
  EmailFile,
  FlowFile,
  FormFile,
  PageFile,
  ScenarioFile,
} from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import type { Memo } from '../../memo/memo.ts';
import { overlayPath } from '../../overlays.ts';
import { reservedPath } from '../../paths.ts';
import { deepFreeze } from '../freeze.ts';
import type { DataPath, FileKind, Source } from '../source/source.ts';
import type { DraftContent, DraftRoute, IntakeSource } from './draft.ts';

type DraftInput = Pick<
  DraftContent,
  'sources' | 'site' | 'unknown' | 'isMended' | 'assets' | 'items' | 'extensions' | 'growthOf'
>;

/** Indexes every definition by id and every path by route. Reports duplicates. */
export function indexDefinitions(
  { sources, site, unknown, isMended, assets, items, extensions, growthOf }: DraftInput,
  memo: Memo,
): DraftContent {
  const { report } = memo;
  const byId = <Data>(kind: FileKind): Map<string, Source<Data>> => {
    const index = new Map<string, Source<Data>>();
    for (const source of sources) {
      if (source.kind !== kind) continue;
      const id = String(source.data[kind]);
      const other = index.get(id);
      if (other) report.add('id-taken', source, source.place([kind]), { kind, id, other: other.path });
      else index.set(id, source as Source<unknown> as Source<Data>);
    }
    return index;
  };
  const pages = byId<PageFile>('page');
  const flows = byId<FlowFile>('flow');
  const forms = byId<FormFile>('form');
  const emails = byId<EmailFile>('email');
  const documents = byId<DocumentFile>('document');
  const scenarios = byId<ScenarioFile>('scenario');
  const { intakes, endpoints } = indexIntakes(byId<ApiFile>('api'), memo);
  const routes = indexRoutes(pages, flows, report);
  const flowsByPage = groupBy(flows.values(), ({ data }) => data.page);
  const overlayPagesByFlow = new Map<string, Source<PageFile>[]>();
  for (const page of pages.values()) {
    for (const flow of new Set(Object.values(page.data.overlays ?? {}).map((overlay) => overlay.flow)))
      overlayPagesByFlow.set(flow, [...(overlayPagesByFlow.get(flow) ?? []), page]);
  }
  const posts = groupBy(intakes.values(), ({ method, data }) => (method === 'POST' ? data.records : undefined));
  deepFreeze(site.data.facts);
  return {
    sources,
    site,
    pages,
    flows,
    forms,
    emails,
    documents,
    scenarios,
    intakes,
    endpoints,
    routes,
    flowsByPage,
    overlayPagesByFlow,
    items,
    posts,
    unknown,
    isMended,
    assets,
    extensions,
    growthOf,
  };
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function indexIntakes(apis: ReadonlyMap<string, Source<ApiFile>>, memo: Memo) {
  const { report } = memo;
  const intakes = new Map<string, IntakeSource>();
  const endpoints = new Map<string, IntakeSource>();
  for (const intakesOf of memo.each('intakes', apis.values(), [], (source) => intakesIn(source, memo.report))) {
    for (const intake of intakesOf) {
      const { id, path, endpoint, data, source } = intake;
      const same = intakes.get(id);
      if (same) report.add('id-taken', source, source.place(path), { kind: 'intake', id, other: same.source.path });
      else intakes.set(id, intake);
      const other = endpoints.get(endpoint);
      if (other)
        report.add('endpoint-taken', source, source.place([...path, data.post === undefined ? 'get' : 'post']), {
          path: endpoint,
          other: other.id,
        });
      else endpoints.set(endpoint, intake);
    }
  }
  return { intakes, endpoints };
}

function intakesIn(source: Source<ApiFile>, report: Report): IntakeSource[] {
  return Object.entries(source.data.intakes).flatMap(([id, data]) => {
    const path = ['intakes', id];
    const { post, get } = data;
    if ((post === undefined) === (get === undefined)) {
      report.add('intake-method', source, source.place(path));
      if (post === undefined) return [];
    }
    const method = post === undefined ? 'GET' : 'POST';
    return [{ id, source, data, path, method, endpoint: (post ?? get) as string }];
  });
}

function indexRoutes(
  pages: DraftContent['pages'],
  flows: DraftContent['flows'],
  report: Report,
): Map<string, DraftRoute> {
  const routes = new Map<string, DraftRoute>();
  const places = new Map<string, { source: Source<unknown>; at: DataPath }>();
  const add = (
    source: Source<unknown>,
    at: readonly (string | number)[],
    paths: readonly string[],
    route: Omit<DraftRoute, 'canonical'>,
  ) => {
    paths.forEach((path, index) => {
      const place = { source, at: [...at, index] };
      const other = routes.get(path);
      const taken = places.get(path);
      const own = reservedPath(path);
      if (own !== undefined) report.add('route-reserved', source, source.place(place.at), { route: path, own });
      else if (other === undefined || taken === undefined) {
        routes.set(path, { ...route, canonical: paths[0] as string });
        places.set(path, place);
      } else if (index === 0 && other.canonical !== path) {
        // The path is the main one here, and a further one there.
        report.add('route-taken', taken.source, taken.source.place(taken.at), { route: path, other: route.owner });
        routes.set(path, { ...route, canonical: path });
        places.set(path, place);
      } else report.add('route-taken', source, source.place(place.at), { route: path, other: other.owner });
    });
  };
  for (const [page, source] of pages) {
    add(source, ['paths'], source.data.paths ?? [], { page, flow: null, step: null, owner: `the page ${page}` });
  }
  for (const [flow, source] of flows) {
    const { page = '', steps } = source.data;
    for (const [step, { path = [] }] of Object.entries(steps)) {
      add(source, ['steps', step, 'path'], path, { page, flow, step, owner: `the step ${step} of ${flow}` });
    }
  }
  addOverlays(routes, pages, flows, report);
  return routes;
}

/** Adds a route for each overlay below the path of its page. */
function addOverlays(
  routes: Map<string, DraftRoute>,
  pages: DraftContent['pages'],
  flows: DraftContent['flows'],
  report: Report,
): void {
  const bases = new Map([...routes.values()].reverse().map(({ page, canonical }) => [page, canonical]));
  for (const [page, source] of pages) {
    for (const [overlay, { flow }] of Object.entries(source.data.overlays ?? {})) {
      const step = flows.get(flow)?.data.start;
      if (step === undefined) continue;
      const path = overlayPath(bases.get(page) ?? `/${page}`, overlay);
      const own = reservedPath(path);
      const taken = own === undefined ? routes.get(path)?.owner : `the server (${own})`;
      if (taken !== undefined)
        report.add('overlay-path-taken', source, source.place(['overlays', overlay], { key: true }), {
          overlay,
          path,
          other: taken,
        });
      else {
        const owner = `the overlay ${overlay} of the page ${page}`;
        routes.set(path, { page, flow, step, overlay, canonical: path, owner });
      }
    }
  }
}
