/** What conditions of a form imply for each other: a field that is not shown has no value. */
import type { Code } from '../../../schemas/compiled.ts';
import type { FieldDefinition, FormFile } from '../../../schemas/generated/types.ts';
import { namesRead } from '../../decide/operation.ts';
import type { Demand } from '../../decide/possibility.ts';
import { emptyTest } from '../check/reach.ts';
import type { Source } from '../source/source.ts';

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
    const { line } = source.position(source.place(['fields', name], { key: true }).offset);
    const place = `line ${line}`;
    if (neverShown.has(name)) {
      const from = { name, words: `\`${name}\` is never shown`, isComplete: true, place } as const;
      found.set(name, { code: emptyTest(field), outcome: true, from });
      return;
    }
    const from = { name, words: `\`${name}\` is only shown where`, place };
    found.set(name, { code: ['||', emptyTest(field), field.when] as unknown as Code, outcome: true, from });
    for (const read of namesRead(field.when)) add(read);
  };
  for (const name of names) add(name);
  return [...found.values()];
}
