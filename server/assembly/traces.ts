/** Stores the traces of visitors as their site says. */
import { join } from 'node:path';
import { consentSignals, purposesOf } from '../consent/purposes.ts';
import type { DevTools } from '../dev/dev-tools.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import type { VisitorPages } from '../pages/visitors/contract.ts';
import { beginGlanced } from '../pages/visitors/glance.ts';
import { consentSigner } from '../traces/consent.ts';
import { createTraceSink, type TraceSink } from '../traces/sink.ts';
import { standardMegabytes } from '../traces/space.ts';
import { visitOfTrace } from '../traces/visits.ts';
import type { Foundation } from './foundation.ts';
import type { ServedVersions } from './versions.ts';

export interface TraceParts {
  readonly isForeign: CrossSiteCheck;
  readonly tools: DevTools | null;
  /** The pages that begin the session of a page that was only seen. */
  readonly visitors: () => VisitorPages;
}

/** Null if none are recorded. */
export function openTraces(
  { config, log, limits, secret, clock }: Foundation,
  { definitions, choice }: ServedVersions,
  { isForeign, tools, visitors }: TraceParts,
): TraceSink | null {
  if (config.traces === 'off') return null;
  const { current } = definitions;
  const recording = () => current().site.site.recording;
  return createTraceSink({
    ...{ folder: join(config.dataDir, 'traces'), limits, trustProxy: config.trustProxy, isForeign, clock },
    versionOf: (request, flow, definition) =>
      choice.fitting(request, ({ site }) => site.flows[flow]?.hash === definition)?.site.hash ?? null,
    flowOf: (request, { flow, definition }) =>
      (choice.fitting(request, ({ site }) => site.flows[flow]?.hash === definition) ?? current()).flows.get(flow) ??
      null,
    days: () => current().site.site.retention?.traces,
    maxBytes: () => (recording()?.megabytes ?? standardMegabytes) * 1024 * 1024,
    perMinute: () => recording()?.perMinute,
    sources: () => recording()?.sources ?? [],
    share: () => (config.traces === 'on' ? 1 : (recording()?.share ?? 0)),
    begin: (request, glance) => beginGlanced(request, glance, choice, visitors()),
    isAllowed: (request) =>
      recording()?.necessary !== undefined ||
      purposesOf(current().site, { consent: consentSignals(request) }).has('analytics'),
    sign: consentSigner(secret),
    choiceOf: (request) => (recording()?.necessary === undefined ? (consentSignals(request).choice?.id ?? null) : null),
    ...(tools === null ? {} : { stored: (session: string) => tools.grown(visitOfTrace(session)) }),
    purged: (days) =>
      log.write('info', 'retention-purged', { of: 'traces', count: days.length, oldest: days[0] ?? null }),
  });
}
