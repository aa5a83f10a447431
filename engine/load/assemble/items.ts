import type { CollectionFile } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { isObject } from '../../values/is-object.ts';
import type { DataPath, Source } from '../source/source.ts';

/**
 * Checks that the items of a collection have the same structure, so that a page that is valid for one is valid for all.
 * @returns the slugs of the valid items
 */
export function checkItems(source: Source<CollectionFile>, report: Report): ReadonlySet<string> {
  const alike = new Set(Object.keys(source.data.items));
  // The schema demands an item.
  const [[slug, model], ...others] = Object.entries(source.data.items) as [[string, unknown], ...[string, unknown][]];
  const reportAt = (path: DataPath, reason: string, key = false) => {
    alike.delete(String(path[0]));
    report.add('item-shape', source, source.place(['items', ...path], key ? { key: true } : {}), { reason });
  };

  const checkName = (at: DataPath, value: unknown): void => {
    if (!isObject(value)) return;
    for (const [key, part] of Object.entries(value)) {
      if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(key))
        reportAt([...at, key], `${key} cannot be used in an expression: a name has only letters, digits and _.`, true);
      else if (at.length === 1 && key === 'slug')
        reportAt([...at, key], 'An item cannot have a slug: its own key is the slug.', true);
      if (part === null) reportAt([...at, key], `${key} has no value.`, true);
      checkName([...at, key], part);
    }
  };
  for (const [each, item] of Object.entries(source.data.items)) checkName([each], item);

  const compare = (at: DataPath, value: unknown, wanted: unknown): void => {
    if (value === null || wanted === null) return;
    if (kindOf(value) !== kindOf(wanted)) {
      reportAt(at, `This is ${kindOf(value)}, but in the item ${slug} it is ${kindOf(wanted)}.`);
      return;
    }
    if (!isObject(value) || !isObject(wanted)) return;
    for (const key of Object.keys(wanted)) {
      if (!Object.hasOwn(value, key)) reportAt(at, `This item has no ${key}, but the item ${slug} has.`, true);
      else compare([...at, key], value[key], wanted[key]);
    }
    for (const key of Object.keys(value))
      if (!Object.hasOwn(wanted, key))
        reportAt([...at, key], `This item has ${key}, but the item ${slug} does not.`, true);
  };
  for (const [each, item] of others) compare([each], item, model);
  return alike;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a record';
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'true or false';
}
