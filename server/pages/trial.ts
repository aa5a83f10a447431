/**
 * Renders the steps that show each visitor something different before their version is served: for a visitor without
 * parameters, for one whose calls fail, and for one whose calls succeed.
 */
import { createHash } from 'node:crypto';
import type { IntakeDefinition, Route, SiteDefinition, ValueType } from '../../engine/definition.ts';
import { ExpressionError } from '../../engine/expressions/error.ts';
import { visitOf } from '../../engine/flow/attribution.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { responseOf, verifiedValues } from '../../engine/intakes/scope.ts';
import { lookupOver } from '../../engine/intakes/submission-scope.ts';
import { messagesFor } from '../../engine/messages/catalogue.ts';
import { leafOf } from '../../engine/session/session.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Json } from '../../schemas/compiled.ts';
import { faultOf, type PageFault, UnrenderablePages } from '../definitions/page-faults.ts';
import type { IntakeReply } from '../intakes/errors.ts';
import { newVisit } from '../visits/begin.ts';
import { resumeVisit } from '../visits/visit.ts';
import { factsOf } from './page-cache.ts';
import { beginningOf, routeOf, stepOfRoute } from './routes.ts';
import type { DrawableVersion } from './version.ts';
import { toastsOf } from './visitors/toasts.ts';

export interface VisitTrials {
  /**
   * Renders every per-visitor step of some versions that was not rendered under the same fingerprint before.
   * @throws UnrenderablePages
   */
  run(versions: readonly DrawableVersion[]): Promise<void>;
}

type Renderer = Pick<PageRenderer, 'renderSession'>;
/** Which of the values that a type allows to pick. */
type End = 'first' | 'last';

interface Scenario {
  /** Its description in error messages. */
  readonly visit: string;
  readonly hasQuery: boolean;
  /** The reply to every call. */
  readonly reply: 'failed' | End;
}

const scenarios: readonly Scenario[] = [
  { visit: 'without its parameters', hasQuery: false, reply: 'failed' },
  { visit: 'when a call fails', hasQuery: true, reply: 'failed' },
  { visit: 'when its calls are answered', hasQuery: true, reply: 'first' },
  { visit: 'when its calls are answered', hasQuery: true, reply: 'last' },
];

const anyId = '3f2c1f6e-5b0a-4c53-9d35-0a6f0f5b7c11';

/** A value that a type allows. */
export function sampleOf(type: ValueType | undefined, pick: End): Json {
  const end = <Item>(items: readonly Item[] | undefined): Item | undefined =>
    pick === 'first' ? items?.[0] : items?.at(-1);
  const number = (): number => end(type?.allowed) ?? (pick === 'first' ? type?.min : type?.max) ?? type?.min ?? 1;
  switch (type?.type) {
    case 'number':
      return number();
    case 'boolean':
      return pick === 'last';
    case 'time':
      return 1_790_000_000_000;
    case 'choice':
      return end(type.of as readonly string[]) ?? '';
    case 'list': {
      const item = type.of === 'number' ? number() : type.of === 'boolean' ? pick === 'last' : 'Ana';
      return Array.from({ length: type.length ?? 1 }, () => item);
    }
    case 'record':
      return Object.fromEntries(
        Object.entries(type.fields ?? {}).map(([name, field]) => [name, sampleOf(field, pick)]),
      );
    case 'json':
      return {};
    case 'uuid':
      return anyId;
    default:
      return 'Ana';
  }
}

/** A record that the collection of a GET intake may contain. */
function recordFor(site: SiteDefinition, { records }: IntakeDefinition, pick: End): Record<string, Json> {
  const record: Record<string, Json> = {};
  for (const intake of Object.values(site.intakes)) {
    if (intake.method !== 'POST' || intake.records !== records) continue;
    const checked = new Set(intake.verify?.values ?? []);
    const values = Object.fromEntries(
      Object.entries(intake.input)
        .filter(([name]) => !checked.has(name))
        .map(([name, type]) => [name, sampleOf(type, pick)]),
    );
    Object.assign(record, values, verifiedValues(site, intake, values) ?? {});
  }
  return record;
}

function replyOf(site: SiteDefinition, path: string, kind: 'failed' | End): IntakeReply {
  const failed: IntakeReply = { status: 503, body: {}, headers: {} };
  const intake = Object.values(site.intakes).find((each) => each.method === 'GET' && each.path === path);
  if (kind === 'failed' || intake === undefined) return failed;
  try {
    const body = responseOf(site, intake, lookupOver(recordFor(site, intake, kind)));
    return { status: 200, body, headers: {} };
  } catch {
    // An expression that has no value for the sample may still have one for real records.
    return failed;
  }
}

// Errors caused by the sample, not by the definition: whether a text is a date, or a number is 0.
const sampleErrors = new Set(['bad-date', 'bad-number', 'divide-by-zero', 'not-finite', 'not-exact', 'empty-list']);

const isSampleError = ({ reply }: Scenario, error: unknown): boolean =>
  (reply === 'first' || reply === 'last') && error instanceof ExpressionError && sampleErrors.has(error.code);

/** @param clock epoch milliseconds */
export function createVisitTrials(renderer: Renderer, clock: () => number) {
  let passed = new Set<string>();

  /** @param drawn the event logs already rendered for this route: equal logs render the same page */
  async function runOne(
    version: DrawableVersion,
    route: Route,
    compiled: CompiledFlow,
    scenario: Scenario,
    { at, drawn: rendered }: { readonly at: number; readonly drawn: Set<string> },
  ): Promise<void> {
    const { site, edition } = version;
    const types = compiled.flow.data ?? {};
    const names = Object.keys(stepOfRoute(site, route)?.query ?? {});
    const query = names.map((name): [string, string] => [name, String(sampleOf(types[name], 'first'))]);
    const stamps = { clock: () => at, random: () => 0 };
    const { log } = newVisit(
      compiled,
      beginningOf(site, route),
      new URLSearchParams(scenario.hasQuery ? query : []),
      visitOf({ path: route.canonical, query: {}, referrerHost: '' }, {}, new URL(edition.origin).hostname),
      { ...stamps, createId: () => anyId },
    );
    const visit = resumeVisit(compiled, log, {
      mayPerform: (call) => call.method === 'GET' && !call.background,
      perform: async ({ path }) => replyOf(site, path, scenario.reply),
      skipsTimers: route.overlay !== undefined,
      ...stamps,
    });
    await visit.settle();
    const history = JSON.stringify(visit.log);
    if (rendered.has(history)) return;
    rendered.add(history);
    const { step } = leafOf(visit.session);
    const shown = routeOf(site, route.flow, step) ?? route;
    await renderer.renderSession(factsOf(edition, edition.placeOf(shown), true), {
      session: visit.session,
      log: visit.log,
      toasts: toastsOf(visit.requested, site.site.allowedHosts ?? [], edition.origin, messagesFor(site.site)),
      address: null,
      sealed: null,
      opened: null,
      over: false,
    });
  }

  /** A hash of everything that a trial depends on: the page, and the intakes that answer the flow's calls. */
  function keyOf({ site, edition }: DrawableVersion, route: Route): string {
    const calls = Object.keys(site.flows[route.flow as string]?.calls ?? {});
    const intakes = Object.values(site.intakes);
    const called = intakes.filter(({ path }) => calls.includes(path));
    const related = intakes.filter(({ records }) => called.some((each) => each.records === records));
    return createHash('sha256')
      .update(edition.placeOf(route).fingerprint + JSON.stringify(related))
      .digest('base64url');
  }

  /** Runs what did not pass before. @param passing gets every key that the version has */
  async function runNew(version: DrawableVersion, passing: Set<string>): Promise<PageFault[]> {
    const { site, flows, edition } = version;
    const faults: PageFault[] = [];
    for (const route of Object.values(site.routes)) {
      const compiled = route.flow === null ? undefined : flows.get(route.flow);
      if (compiled === undefined || !edition.placeOf(route).isPerVisitor) continue;
      const key = keyOf(version, route);
      if (passing.has(key)) continue;
      passing.add(key);
      if (passed.has(key)) continue;
      const routeFaults: PageFault[] = [];
      const run = { at: clock(), drawn: new Set<string>() };
      for (const scenario of scenarios) {
        try {
          await runOne(version, route, compiled, scenario, run);
        } catch (error) {
          if (!isSampleError(scenario, error)) routeFaults.push(faultOf(route, scenario.visit, error));
        }
        // Requests of visitors go first.
        await new Promise((resolve) => setImmediate(resolve));
      }
      // One fault per step is enough to find it.
      faults.push(...routeFaults.slice(0, 1));
    }
    return faults;
  }

  return {
    async run(versions) {
      const faults: PageFault[] = [];
      const passing = new Set<string>();
      for (const version of versions) faults.push(...(await runNew(version, passing)));
      if (faults.length > 0) throw new UnrenderablePages(faults);
      passed = passing;
    },
  } satisfies VisitTrials;
}
