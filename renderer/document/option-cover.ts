/**
 * Hides forms whose options are not yet in the order of the visit: a frame may be painted before the script that orders them
 * (`renderer/boot/shuffle.ts`) arrives or runs. Without scripts they are visible, and also if the script has not run in time.
 */

/** Seconds after which forms appear in the order of the file. */
const latest = 3;

/** It moves nothing, so it also applies where visitors want less motion: the selector wins over the one of the reset. */
export const unorderedCss =
  '@keyframes unordered{from,to{visibility:hidden}}' +
  `@media (scripting:enabled){[data-shuffled]:not([data-order]) form{animation:unordered ${latest}s!important}}`;
