import type { Memo } from '../memo/memo.ts';
import { Tracked } from '../memo/tracking.ts';
import { type Axes, type AxisName, mainVariant, phaseKey } from './axes.ts';
import type { Phases } from './phase.ts';

type TrackedAxes = { readonly [Name in AxisName]: Tracked<Axes[Name]> };

/**
 * The axes that a definition is being folded for. A unit of work (`Memo.once`) reads each axis by itself, so that its result is
 * shared by all values of the axes that it does not read.
 */
export class CurrentAxes {
  private readonly axes: TrackedAxes;
  /** Equal phases are the same object, so that a value that comes again finds its results. */
  private readonly known = new Map<string, Phases>();

  constructor(memo: Memo) {
    this.axes = {
      phase: new Tracked<Phases>(memo, {}),
      locale: new Tracked(memo, ''),
      brand: new Tracked(memo, ''),
      variant: new Tracked(memo, mainVariant),
    };
  }

  get<Name extends AxisName>(name: Name): Axes[Name] {
    return (this.axes[name] as Tracked<Axes[Name]>).get();
  }

  set({ phase, locale, brand, variant }: Axes): void {
    const key = phaseKey(phase);
    const known = this.known.get(key) ?? phase;
    this.known.set(key, known);
    this.axes.phase.set(known);
    this.axes.locale.set(locale);
    this.axes.brand.set(brand);
    this.axes.variant.set(variant);
  }
}
