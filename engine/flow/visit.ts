/** Where a visitor came from. Expressions read it under `visit`. */
export type VisitSource = Readonly<Record<string, string | null>>;
