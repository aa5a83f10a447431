/** Queries that are compiled once and run many times with different values. */
import { type Compilable, CompiledQuery } from 'kysely';

export type SqlValue = string | number | null;

/** A compiled query with named placeholders. */
export interface HotQuery<Name extends string> {
  readonly sql: string;
  /** One entry per placeholder, in order: the name of its value, or a constant of the query. */
  readonly slots: readonly ({ readonly name: Name } | { readonly constant: SqlValue })[];
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a Kysely query with named placeholders.
 * @param build builds the query; its argument inserts a named placeholder where a value of any type is expected
 */
export function compileHot<Name extends string>(build: (value: <T>(name: Name) => T) => Compilable): HotQuery<Name> {
  // Kysely passes any object given as a value through to `parameters` unchanged, so the marker reappears there.
  const query = build(<T>(name: Name) => new Placeholder(name) as T).compile();
  const slots = query.parameters.map((parameter) =>
    parameter instanceof Placeholder ? { name: parameter.name as Name } : { constant: parameter as SqlValue },
  );
  return { sql: query.sql, slots };
}

/** The values of a hot query in the order of its placeholders. */
export function bindHot<Name extends string>(
  { slots }: HotQuery<Name>,
  values: Readonly<Record<Name, SqlValue>>,
): SqlValue[] {
  // Every lead binds several queries, so no function is called for each value.
  const bound: SqlValue[] = [];
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as (typeof slots)[number];
    bound.push('name' in slot ? values[slot.name] : slot.constant);
  }
  return bound;
}

/** A hot query with its values, where a statement of Kysely is expected. */
export const boundHot = <Name extends string>(
  query: HotQuery<Name>,
  values: Readonly<Record<Name, SqlValue>>,
): Compilable => ({ compile: () => CompiledQuery.raw(query.sql, bindHot(query, values)) });
