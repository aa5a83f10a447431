/** A test that skips an absent value. */
export const present =
  <Value>(holds: (value: Value) => boolean) =>
  (value: Value | null | undefined): boolean =>
    value == null || holds(value);
