/** The shortest and the longest way through a flow, by what its steps weigh. */
import type { WayPlace } from './way-search.ts';

/** A way to the end of a flow. */
export interface WeighedWay {
  readonly weight: number;
  readonly steps: readonly string[];
}

/** The ends of what ways weigh. */
export interface WayLengths {
  readonly least: WeighedWay;
  readonly most: WeighedWay;
}

interface Lengths {
  readonly all: WayLengths;
  /** Of the ways that weigh something; null if there are none. */
  readonly heavy: WayLengths | null;
}

const lighter = (a: WeighedWay, b: WeighedWay): WeighedWay => (b.weight < a.weight ? b : a);
const heavier = (a: WeighedWay, b: WeighedWay): WeighedWay => (b.weight > a.weight ? b : a);

const spanOf = (lengths: readonly WayLengths[]): WayLengths | null => {
  const [first, ...others] = lengths;
  if (first === undefined) return null;
  return others.reduce(
    ({ least, most }, each) => ({ least: lighter(least, each.least), most: heavier(most, each.most) }),
    first,
  );
};

/**
 * The lightest and the heaviest of the ways that weigh something. A way is not followed in a circle.
 * @param start the key of a place
 * @returns null if no way weighs anything
 */
export function wayLengths(
  places: ReadonlyMap<string, WayPlace>,
  start: string,
  weightOf: (step: string) => number,
): WayLengths | null {
  const known = new Map<string, Lengths | null>();
  const lengthsFrom = (key: string): Lengths | null => {
    const place = places.get(key);
    if (place === undefined) return null;
    const found = known.get(key);
    if (found !== undefined) return found;
    // A place is not reached again from itself.
    known.set(key, null);
    const { step, ahead } = place;
    const weight = weightOf(step);
    const longer = ({ least, most }: WayLengths): WayLengths => ({
      least: { weight: weight + least.weight, steps: [step, ...least.steps] },
      most: { weight: weight + most.weight, steps: [step, ...most.steps] },
    });
    const end = { weight: 0, steps: [] };
    const next = ahead.flatMap((each) => lengthsFrom(each) ?? []);
    const rest = spanOf(next.map(({ all }) => all)) ?? { least: end, most: end };
    const heavy = weight > 0 ? rest : spanOf(next.flatMap((each) => each.heavy ?? []));
    const lengths = { all: longer(rest), heavy: heavy === null ? null : longer(heavy) };
    known.set(key, lengths);
    return lengths;
  };
  return lengthsFrom(start)?.heavy ?? null;
}
