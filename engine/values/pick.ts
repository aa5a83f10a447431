/** Picks those of the given properties that a record has. */
export const optional = <Of, Key extends keyof Of>(from: Of, ...keys: readonly Key[]): Pick<Partial<Of>, Key> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<Of, Key>;
