/**
 * A number rounded to so many decimals, half away from zero. Scaled by a power of ten, 1.005 becomes 100.49999999999999: rounding
 * to 15 digits first makes it a half.
 */
export function rounded(number: number, decimals = 0): number {
  const scale = 10 ** decimals;
  const scaled = Math.abs(number) * scale;
  // It has no decimals that a number could hold.
  if (!(scaled < 1e15)) return number;
  const whole = Math.round(Number(scaled.toPrecision(15))) / scale;
  return number < 0 && whole > 0 ? -whole : whole;
}
