/** The nearest whole number, half away from zero, as CEL's `math.round`. JavaScript rounds a negative half up. */
export const roundedWhole = (number: number): number => Math.sign(number) * Math.round(Math.abs(number));

/**
 * A number rounded to so many decimals, half away from zero. Rounding to 15 digits first makes 100.49999999999999, which is
 * 1.005 * 100, a half.
 */
export function rounded(number: number, decimals = 0): number {
  const scale = 10 ** decimals;
  // Above it, a number holds no decimals.
  if (!(Math.abs(number) * scale < 1e15)) return number;
  return roundedWhole(Number((number * scale).toPrecision(15))) / scale || 0;
}
