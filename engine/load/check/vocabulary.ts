import type { Field, FormFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import type { Report } from '../../errors/report.ts';
import { type Extensions, extensionNames, noExtensions } from '../../extensions/extensions.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { builtInRules } from '../../rules/generated/all.ts';
import type { DataPath, Source } from '../source/source.ts';

/**
 * Checks that the engine supports every field type and rule of a form. While a type is being added, the schema may
 * already contain it; the form is rejected here, before a table without that entry is read.
 * @param extensions the site's, which the schemas do not know
 * @returns whether the form can be compiled
 */
export function checkVocabulary(
  source: Source<unknown>,
  report: Report,
  extensions: Extensions = noExtensions,
): boolean {
  if (source.kind !== 'form') return true;
  const { fields } = source.data as FormFile;
  const everyType = {
    ...authoring,
    ...Object.fromEntries(extensionNames(extensions, 'fields').map((name) => [name, true])),
  };
  const everyRule = {
    ...builtInRules,
    ...Object.fromEntries(extensionNames(extensions, 'rules').map((name) => [name, true])),
  };
  const check = (word: string, table: object, path: DataPath): boolean => {
    if (Object.hasOwn(table, word)) return true;
    const known = Object.keys(table);
    report.add('shape-not-one-of', source, source.place(path), { found: word, near: nearest(word, known), known });
    return false;
  };
  const checkField = ([name, { type, rules = [] }]: [string, Field]): boolean[] => [
    check(type, everyType, ['fields', name, 'type']),
    ...rules.map(({ rule }, index) => check(rule, everyRule, ['fields', name, 'rules', index, 'rule'])),
  ];
  return Object.entries(fields).flatMap(checkField).every(Boolean);
}
