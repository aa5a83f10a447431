/** What a site differs by. A definition is folded for one value of each axis. */
import type { Phases } from './phase.ts';

export interface Axes {
  readonly phase: Phases;
  readonly locale: string;
  readonly brand: string;
  readonly variant: string;
}

export type AxisName = keyof Axes;

/** The values of each axis, at least one. The first is that of a visitor whom nothing distinguishes. */
export type AxisValues = { readonly [Name in AxisName]: readonly Axes[Name][] };

/** The variant of visitors who belong to no other one. */
export const mainVariant = 'main';

/** A text that is the same for equal values only. */
export const axesKey = ({ phase, locale, brand, variant }: Axes): string =>
  JSON.stringify([phaseKey(phase), locale, brand, variant]);

/** A text that is the same for equal phases only. */
export const phaseKey = (phase: Phases): string =>
  Object.entries(phase)
    .map((entry) => entry.join('.'))
    .sort()
    .join();

/** Every combination of the values, each once: the first values first, and the phases in order within the others. */
export function everyAxes({ phase, locale, brand, variant }: AxisValues): Axes[] {
  const all = variant.flatMap((ofVariant) =>
    brand.flatMap((ofBrand) =>
      locale.flatMap((ofLocale) =>
        phase.map((ofPhase): Axes => ({ phase: ofPhase, locale: ofLocale, brand: ofBrand, variant: ofVariant })),
      ),
    ),
  );
  return [...new Map(all.map((axes) => [axesKey(axes), axes])).values()];
}
