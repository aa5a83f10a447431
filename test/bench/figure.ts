/** One line in the output of a benchmark. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Upper or lower limit; none when the figure is only for comparison. */
  readonly goal?: { readonly least?: number; readonly most?: number };
}
