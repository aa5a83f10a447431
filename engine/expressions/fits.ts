import { nearest } from '../errors/nearest.ts';
import type { Node } from './ast.ts';
import { pathOf } from './narrow.ts';
import { type Problem, problem } from './problems.ts';
import { absenceOf, describeMismatch, isAssignable, type Type, whole } from './types.ts';

/** The problems of using a value of type `found` where `wanted` is required; empty if the types are compatible. */
export function checkFits(node: Node, found: Type, wanted: Type, hint?: string): Problem[] {
  if (isAssignable(found, wanted)) return [];
  if (found.kind !== 'null' && isAssignable(whole(found), wanted)) {
    return [problem('expression-maybe-null', node.span, pathOf(node), absenceOf(found))];
  }
  const lacking = missingFields(found, wanted);
  if (lacking !== undefined) return [problem('expression-missing-fields', node.span, lacking.names, lacking.found)];
  const near = nearestValue(found, [wanted]);
  return [problem('expression-wrong-type', node.span, ...describeMismatch([wanted], found), near ?? hint)];
}

/** A suggestion for a text that is in none of the expected enumerations. */
export function nearestValue(found: Type, wanted: readonly Type[]): string | undefined {
  const [written, ...others] = found.kind === 'enum' ? found.values : [];
  if (written === undefined || others.length > 0) return undefined;
  const near = nearest(
    written,
    wanted.flatMap((type) => (type.kind === 'enum' ? type.values : [])),
  );
  return near === undefined ? undefined : `Did you mean '${near}'?`;
}

/** The required fields that a record lacks; undefined if the mismatch has another reason. */
function missingFields(found: Type, wanted: Type): { names: string[]; found: string[] } | undefined {
  if (found.kind !== 'record' || wanted.kind !== 'record') return undefined;
  const names = Object.keys(wanted.fields).filter((name) => !Object.hasOwn(found.fields, name));
  return names.length === 0 ? undefined : { names, found: Object.keys(found.fields) };
}
