/** One line of what a bench prints. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** At most, or at least; none where the figure is only for comparison. */
  readonly goal?: { readonly least?: number; readonly most?: number };
}
