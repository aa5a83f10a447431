/** Names that forms post beside their own fields; no field may have one of them. */
export const postedNames = {
  /** The visit so far, signed. */
  log: '_log',
  /** The event of the button that was pressed: `previous`, or `on.` and an author's event. */
  event: '_event',
} as const;
