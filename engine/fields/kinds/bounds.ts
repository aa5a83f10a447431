/** What bounds the text of a field type. */
export interface Bounds {
  /** The most UTF-16 units of the trimmed text; none where options bound the value. */
  readonly cap?: number;
  /** Tabs and line breaks are part of the text. */
  readonly lines?: true;
}
