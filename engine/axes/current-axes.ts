import type { Memo } from '../memo/memo.ts';
import { TrackedValue } from '../memo/tracking.ts';
import { type Axes, type AxisName, mainVariant, phaseKey } from './axes.ts';
import type { Phases } from './phase.ts';

type TrackedAxes = { readonly [Name in AxisName]: TrackedValue<Axes[Name]> };

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
      phase: new TrackedValue<Phases>(memo, {}),
      locale: new TrackedValue(memo, ''),
      brand: new TrackedValue(memo, ''),
      variant: new TrackedValue(memo, mainVariant),
    };
  }

  get<Name extends AxisName>(name: Name): Axes[Name] {
    return (this.axes[name] as TrackedValue<Axes[Name]>).get();
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
