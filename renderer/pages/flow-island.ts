/** The element of an island, with the addresses of what it fetches. */
import { asksForConsent } from '../../engine/consent/policy.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { shuffledNames } from '../../engine/flow/option-order.ts';
import type { FormDefinition } from '../../engine/forms/types.ts';
import { overlayPaths } from '../../engine/overlays.ts';
import { leafOf, type Session, scopeAt, screenOf } from '../../engine/session/session.ts';
import type { RenderFacts } from '../contract.ts';
import { isPlain } from '../islands/plain-flow.ts';
import { formLooks } from '../parts/form-looks.ts';
import type { HeadingLevel } from '../parts/view.ts';
import type { StageInput } from '../server.tsx';
import type { BuiltAssets } from './assets.ts';
import { flowShowsAnswers, functionsOfFlow, isMore } from './flow-parts.ts';
import { drawStage, hasHtml, sessionId } from './flow-stage.tsx';

/** Where an island uploads its trace, for which share of the visits, and whether the visitor is asked first. */
function recordedBy(traces: BuiltAssets['traces'], site: SiteDefinition['site']): Readonly<Record<string, string>> {
  const { share = 0, necessary } = site.recording ?? {};
  if (traces === null || (traces.isSampled && share === 0)) return {};
  return {
    'data-traces': traces.to,
    ...(traces.isSampled ? { 'data-share': String(share) } : {}),
    ...(necessary === undefined ? {} : { 'data-necessary': '' }),
    ...(necessary === undefined && asksForConsent(site) ? { 'data-asks': '' } : {}),
  };
}

const keysOf = (more: NonNullable<FormDefinition['more']>) => Object.keys(more) as (keyof typeof more)[];

export interface IslandInput {
  readonly facts: RenderFacts;
  readonly session: Session;
  readonly heading: HeadingLevel;
  /** The signed log for its forms. */
  readonly sealed: string | null;
  /** The overlay that contains the island, or null. */
  readonly instance: string | null;
  readonly attributes?: Readonly<Record<`data-${string}`, string>>;
}

/** The island of a flow on a page. */
export function islandOf(
  assets: BuiltAssets,
  { facts, session, heading, sealed, instance, attributes }: IslandInput,
): StageInput {
  const { flow, forms } = session.compiled;
  const bundle = facts.bundles[flow.flow] ?? '';
  const held = facts.site.index.flows[flow.flow]?.blocks ?? [];
  const plain = isPlain(held);
  const more = [...new Set(forms.flatMap((form) => keysOf(form.more ?? {})))];
  const overlays = overlayPaths(facts.site, facts.route.page);
  const functions = functionsOfFlow(facts.site, flow.flow);
  const shuffled = shuffledNames(flow, forms);
  const answers = flowShowsAnswers(flow);
  const fetched = [
    ...assets.fetch,
    ...(hasHtml(facts.site, session)
      ? []
      : [
          ...assets.react,
          ...(plain ? [] : assets.allViews),
          ...more.flatMap((chunk) => assets.moreViews[chunk] ?? []),
        ]),
    ...(isMore(flow, forms, functions) ? assets.more : []),
    ...(screenOf(session).form === null ? [] : assets.rules),
    ...more.flatMap((chunk) => assets.controls[chunk] ?? []),
    ...(shuffled.length > 0 ? assets.shuffled : []),
    ...(answers ? assets.answers : []),
    ...(functions.length > 0 ? [...assets.functions, ...functions] : []),
    ...(instance === null ? [] : assets.overlay),
    bundle,
  ];
  return {
    flow: flow.flow,
    identifierPrefix: `${sessionId(flow.flow, instance)}-`,
    element: drawStage(facts.site, { overlays, heading, log: sealed, instance })(
      session,
      screenOf(session),
      scopeAt(session),
    ),
    held,
    looks: formLooks(forms),
    attributes: {
      'data-code': assets.code,
      'data-fetch': [...new Set(fetched)].join(' '),
      'data-bundle': bundle,
      'data-screen': leafOf(session).screen,
      'data-heading': String(heading),
      ...(plain ? {} : { 'data-views': 'all' }),
      ...(shuffled.length > 0 ? { 'data-shuffled': JSON.stringify(shuffled) } : {}),
      ...recordedBy(assets.traces, facts.site.site),
      ...attributes,
    },
  };
}
