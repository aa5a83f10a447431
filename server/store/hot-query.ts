/** Queries compiled once and run many times with other values. */
import type { Compilable } from 'kysely';

export type SqlValue = string | number | null;

/** A compiled query whose placeholders have names. */
export interface HotQuery<Name extends string> {
  readonly sql: string;
  /** One entry a placeholder, in order: the name whose value goes there, or a constant of the query. */
  readonly slots: readonly ({ readonly name: Name } | { readonly constant: SqlValue })[];
}

class Named {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a Kysely query with named places for values.
 * @param build makes the query; what it gets puts a named value where a value of any type is expected
 */
export function compileHot<Name extends string>(build: (value: <T>(name: Name) => T) => Compilable): HotQuery<Name> {
  // Kysely carries whatever object stands for a value through to `parameters` untouched: the marker comes back there.
  const query = build(<T>(name: Name) => new Named(name) as T).compile();
  const slots = query.parameters.map((parameter) =>
    parameter instanceof Named ? { name: parameter.name as Name } : { constant: parameter as SqlValue },
  );
  return { sql: query.sql, slots };
}

/** The values of a hot query in the order of its placeholders. */
export function bindHot<Name extends string>(
  query: HotQuery<Name>,
  values: Readonly<Record<Name, SqlValue>>,
): SqlValue[] {
  return query.slots.map((slot) => ('name' in slot ? values[slot.name] : slot.constant));
}
