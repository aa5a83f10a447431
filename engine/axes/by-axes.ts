/** One thing for each value of the axes of a site, such as its definitions, or its pages. */
import { type Axes, axesKey } from './axes.ts';
import { type AxesRules, axesAt, axesFrom, axesWithin } from './choice.ts';

export interface ByAxes<Thing> {
  /** How a value is chosen. */
  readonly rules: AxesRules;
  /** Every value, that of a visitor whom nothing distinguishes first. */
  readonly all: readonly Axes[];
  /** @throws RangeError for a value that the site does not have */
  of(axes: Axes): Thing;
}

/** @param entries at least one */
export function byAxes<Thing>(
  rules: AxesRules,
  entries: readonly (readonly [axes: Axes, thing: Thing])[],
): ByAxes<Thing> {
  const all = entries.map(([axes]) => axes);
  const [first] = entries;
  // Most sites have one value, whose look-up costs nothing.
  if (first !== undefined && entries.length === 1) return { rules, all, of: () => first[1] };
  const things = new Map(entries.map(([axes, thing]) => [axesKey(axes), thing]));
  return {
    rules,
    all,
    of(axes) {
      const key = axesKey(axes);
      if (!things.has(key)) throw new RangeError(`The site has no value ${key}.`);
      return things.get(key) as Thing;
    },
  };
}

/** Makes something else of each thing, when it is asked for. What several values share is made once. */
export function mapAxes<From extends object, To>(from: ByAxes<From>, make: (thing: From) => To): ByAxes<To> {
  const made = new Map<From, To>();
  return {
    rules: from.rules,
    all: from.all,
    of(axes) {
      const thing = from.of(axes);
      const known = made.get(thing);
      if (known !== undefined) return known;
      const next = make(thing);
      made.set(thing, next);
      return next;
    },
  };
}

/** What a visitor gets whom only the clock distinguishes from others. */
export const thingAt = <Thing>(things: ByAxes<Thing>, now: number): Thing => things.of(axesAt(things.rules, now));

/** What visitors can get at an instant, each once. */
export const thingsAt = <Thing>(things: ByAxes<Thing>, now: number): Thing[] => [
  ...new Set(axesWithin(things.rules, things.all, now).map((axes) => things.of(axes))),
];

/** What visitors can get from an instant on, each once; what they get at that instant is first. */
export const thingsFrom = <Thing>(things: ByAxes<Thing>, now: number): Thing[] => [
  ...new Set(axesFrom(things.rules, things.all, now).map((axes) => things.of(axes))),
];

/** A version of a site that a share of its visitors gets. */
export interface SharedVariant<Thing> {
  readonly variant: string;
  readonly seed: string;
  /** Out of 10,000 visitors. */
  readonly share: number;
  readonly things: ByAxes<Thing>;
}

/** Joins versions of a site as the values of its variant axis. Each has the values of its own on the other axes. */
export function withVariants<Thing>(main: ByAxes<Thing>, variants: readonly SharedVariant<Thing>[]): ByAxes<Thing> {
  if (variants.length === 0) return main;
  const rules = variants.map(({ things, ...rule }) => ({ ...rule, rules: things.rules }));
  const all = variants.flatMap(({ variant, things }) => things.all.map((axes) => ({ ...axes, variant })));
  return {
    rules: { ...main.rules, variants: [...rules, ...main.rules.variants] },
    all: [...main.all, ...all],
    of(axes) {
      const own = variants.find(({ variant }) => variant === axes.variant)?.things;
      return own === undefined ? main.of(axes) : own.of({ ...axes, variant: own.all[0]?.variant ?? axes.variant });
    },
  };
}
