/** Names that forms post in addition to their own fields. No field may use them. */
export const postedNames = {
  /** The visit: the token of a stored one, or a sealed one. */
  log: '_log',
  /** The event of the button that was pressed: `previous`, or `on.` and an author's event. */
  event: '_event',
  /** The field of a form that people do not see. */
  trap: '_website',
  /** The signed time at which a form was opened. */
  opened: '_opened',
} as const;

/**
 * The header by which the server proves that a reply is its own: it repeats the key of the submission. A portal, a
 * firewall or a cache on the way also answers with status 200, but does not know it.
 */
export const callKeyHeader = 'call-key';
