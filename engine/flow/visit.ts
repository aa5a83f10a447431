/** Where a visitor came from, as expressions read it under `visit`. */
export type VisitSource = Readonly<Record<string, string | null>>;
