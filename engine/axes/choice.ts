/** Which value of the axes a visitor gets: by the path, the host, the visitor's group and the clock. */
import { type Axes, mainVariant, phaseKey } from './axes.ts';
import type { PhaseSpan } from './phase.ts';

/** The value of an axis at some addresses: below a path, on a host, or below a path of a host. */
export interface PlaceRule<Value> {
  /** Such as `/en`: this path and those below it. */
  readonly prefix?: string;
  readonly host?: string;
  readonly value: Value;
}

/** A variant that a share of the visitors gets. */
export interface VariantRule {
  readonly variant: string;
  /** Visitors are grouped anew for each text, such as the id of a version. */
  readonly seed: string;
  /** Out of 10,000 visitors. A larger share contains a smaller one. */
  readonly share: number;
  /** How the other axes are chosen for its visitors; left out: as for all. */
  readonly rules?: AxesRules;
}

/** How a site chooses the value of each axis. */
export interface AxesRules {
  /** In order of time. */
  readonly phases: readonly PhaseSpan[];
  /** The value of addresses without a rule. */
  readonly locale: string;
  readonly brand: string;
  readonly locales: readonly PlaceRule<string>[];
  readonly brands: readonly PlaceRule<string>[];
  /** The first variant that contains the visitor counts. */
  readonly variants: readonly VariantRule[];
}

/** What is known about a visitor who requests a page. */
export interface AxesRequest {
  readonly path: string;
  readonly host: string;
  /** The visitor's group for a seed, from 0 to 9,999. The same visitor has the same group at each request. */
  readonly group: (seed: string) => number;
  /** Epoch milliseconds. */
  readonly now: number;
}

const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);

/** The value of the rule that fits best: a host counts more than any prefix, and a longer prefix more than a shorter one. */
function placed<Value>(rules: readonly PlaceRule<Value>[], { path, host }: AxesRequest, otherwise: Value): Value {
  let best = -1;
  let value = otherwise;
  for (const rule of rules) {
    if (rule.host !== undefined && rule.host !== host) continue;
    if (rule.prefix !== undefined && !isBelow(path, rule.prefix)) continue;
    const rank = (rule.host === undefined ? 0 : 10_000) + (rule.prefix?.length ?? 0);
    if (rank <= best) continue;
    best = rank;
    value = rule.value;
  }
  return value;
}

const spanAt = (phases: readonly PhaseSpan[], now: number): PhaseSpan =>
  phases.findLast(({ from }) => from <= now) ?? (phases[0] as PhaseSpan);

/** The value of every axis for a visitor. */
export function chooseAxes(rules: AxesRules, request: AxesRequest): Axes {
  const variant = rules.variants.find(({ seed, share }) => request.group(seed) < share);
  const { phases, locales, locale, brands, brand } = variant?.rules ?? rules;
  return {
    phase: spanAt(phases, request.now).phase,
    locale: placed(locales, request, locale),
    brand: placed(brands, request, brand),
    variant: variant?.variant ?? mainVariant,
  };
}

/** The axes of a visitor whom only the clock distinguishes from others. */
export const axesAt = (rules: AxesRules, now: number): Axes => ({
  phase: spanAt(rules.phases, now).phase,
  locale: rules.locale,
  brand: rules.brand,
  variant: mainVariant,
});

/** When the clock chooses another value next, in epoch milliseconds; null if it never does. */
export const nextChange = ({ phases }: AxesRules, now: number): number | null =>
  phases.find(({ from }) => from > now)?.from ?? null;

function within(all: readonly Axes[], { phase }: PhaseSpan): readonly Axes[] {
  // The only value of a site is chosen at any time.
  if (all.length === 1) return all;
  const key = phaseKey(phase);
  return all.filter((axes) => phaseKey(axes.phase) === key);
}

/** Those of some axes that visitors can get at an instant. */
export const axesWithin = ({ phases }: AxesRules, all: readonly Axes[], now: number): readonly Axes[] =>
  within(all, spanAt(phases, now));

/** Those of some axes that visitors can get from an instant on, the ones of this instant first. */
export function axesFrom({ phases }: AxesRules, all: readonly Axes[], now: number): Axes[] {
  const current = spanAt(phases, now);
  return [current, ...phases.filter(({ from }) => from > current.from)].flatMap((span) => within(all, span));
}
