/** Where a visitor came from, as expressions read it under `visit`. */
export type Visit = Readonly<Record<string, string | null>>;
