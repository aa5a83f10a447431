import type { AnnotationKind, SchemaPlan } from './plan.ts';

/** Keys and indexes from the root of a file to a value. */
export type DataPath = readonly (string | number)[];

/** The callbacks of a walk over a definition and its schema. */
export interface Visitor {
  /** Called for a value with an `x-kind`; the result replaces it. `path` is reused: copy it to keep it. */
  annotated(kind: AnnotationKind, value: unknown, path: DataPath, owner: string, plan: SchemaPlan): unknown;
  /** Called for a value whose schema has a name, before its members. */
  enter?(name: string, value: unknown, path: DataPath): void;
  /** Called for a record that the schema marks with `x-holds`, before its members. */
  hold?(kind: NonNullable<SchemaPlan['holds']>, value: Readonly<Record<string, unknown>>, path: DataPath): void;
}

/** Walks a definition along its schema and returns a copy with the values replaced. */
export function walk(
  plan: SchemaPlan,
  value: unknown,
  visitor: Visitor,
  path: (string | number)[] = [],
  owner = '',
): unknown {
  if (plan.kind !== undefined) return visitor.annotated(plan.kind, value, path, owner, plan);
  if (plan.name !== undefined && visitor.enter) visitor.enter(plan.name, value, path);
  const within = plan.name ?? owner;
  if (Array.isArray(value)) {
    const { items } = plan;
    return items === undefined ? value : value.map((item, index) => step(items, item, visitor, path, index, within));
  }
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const { properties, additional, holds } = plan.byType?.get(String(record.type)) ?? plan;
  if (holds !== undefined) visitor.hold?.(holds, record, path);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const part = properties?.get(key) ?? additional;
    copy[key] = part === undefined ? record[key] : step(part, record[key], visitor, path, key, within);
  }
  return copy;
}

function step(
  plan: SchemaPlan,
  value: unknown,
  visitor: Visitor,
  path: (string | number)[],
  segment: string | number,
  owner: string,
): unknown {
  path.push(segment);
  const result = walk(plan, value, visitor, path, owner);
  path.pop();
  return result;
}
