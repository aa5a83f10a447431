/** The share of visits that a site records. In a module of its own, because an island needs it before it records. */

/** Whether this visit is among the share that is recorded. All pages of a visit decide alike. @param root the island */
export const isSampled = ({ dataset: { share = '1' } }: HTMLElement): boolean =>
  +share >= 1 || Number.parseInt((window.funnel?.landing.visitId ?? '').slice(-4), 36) < +share * 36 ** 4;
