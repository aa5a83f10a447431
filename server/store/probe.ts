/** What a readiness probe writes. */

/**
 * Bytes that a probe writes: more than a submission of the maximum size (32 KB). A disk with room for a line but not
 * for a lead counts as full.
 */
export const probeBytes = 64 * 1024;

/** @returns a function that returns another text each time: a database may not write a page whose content is unchanged */
export function probeWeight(): (at: number) => string {
  let count = 0;
  return (at) => `${at}.${++count};`.padEnd(32, '-').repeat(probeBytes / 32);
}
