/** The limits on the text of a field type. */
export interface Bounds {
  /** The maximum length of the trimmed text in UTF-16 units; absent where options limit the value. */
  readonly cap?: number;
  /** The text may contain tabs and line breaks. */
  readonly lines?: true;
}
