/** The share of visits that a site records. */

/**
 * Whether a visit whose id a browser has drawn is among a share. Every page of a visit and the server decide alike.
 * @param visitId ends in random digits of base 36
 * @param share from 0 to 1
 */
export const isInSample = (visitId: string, share: number): boolean =>
  share >= 1 || Number.parseInt(visitId.slice(-4), 36) < share * 36 ** 4;
