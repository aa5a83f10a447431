/** What conditions of a form imply for each other: a field that is not shown has no value. */
import type { Code } from '../../../schemas/compiled.ts';
import type { FieldDefinition, FormFile } from '../../../schemas/generated/types.ts';
import { namesRead } from '../../decide/operation.ts';
import type { Demand } from '../../decide/possibility.ts';
import { kindOf } from '../../fields/field.ts';
import type { Source } from '../source/source.ts';

/** Whether a field has no answer. */
export function emptyTest(field: FieldDefinition): Code {
  const value = ['$', field.name] as const;
  if (field.submitAs === 'number') return ['==', value, null];
  const kind = kindOf(field);
  if (kind === 'flag') return ['!', value];
  return ['==', value, kind === 'list' ? ['#', []] : ''];
}

/** A field with a condition is empty, or its condition holds. @param place where it is declared */
export function shownDemands(field: FieldDefinition, place: string): readonly Demand[] {
  const { name, when } = field;
  if (when === undefined) return [];
  const from = { name, words: `\`${name}\` is only shown where`, place };
  return [{ code: ['||', emptyTest(field), when] as unknown as Code, outcome: true, from }];
}

/**
 * For each field among the names that has a condition, and for those that these conditions read: the field is empty, or
 * its condition holds.
 * @param neverShown the fields whose condition never holds
 */
export function whereShown(
  fields: readonly FieldDefinition[],
  names: ReadonlySet<string>,
  neverShown: ReadonlySet<string>,
  source: Source<FormFile>,
): readonly Demand[] {
  const found = new Map<string, Demand>();
  const add = (name: string): void => {
    const field = fields.find((each) => each.name === name);
    if (field?.when === undefined || found.has(name)) return;
    const place = source.lineOf(['fields', name]);
    if (neverShown.has(name)) {
      const from = { name, words: `\`${name}\` is never shown`, isComplete: true, place } as const;
      found.set(name, { code: emptyTest(field), outcome: true, from });
      return;
    }
    for (const demand of shownDemands(field, place)) found.set(name, demand);
    for (const read of namesRead(field.when)) add(read);
  };
  for (const name of names) add(name);
  return [...found.values()];
}
