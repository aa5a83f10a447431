/** Fields that are written out as several fields, or as one with rules, before anything else reads them. */
import type { Field } from '../../../schemas/generated/types.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import type { WrittenOut } from './field-expansion.ts';
import { addressParts, contactParts } from './groups.ts';
import { rowsOfMatrix } from './matrices.ts';
import { twoDates } from './periods.ts';
import { phoneWithCountry } from './phones.ts';
import { choiceWithText } from './write-ins.ts';

type WriteOut = (
  name: string,
  field: Field,
  path: DataPath,
  defaults: Defaults,
  isTitled?: boolean,
) => readonly WrittenOut[];

/** The types whose options may have a text of their own. */
const writing: ReadonlySet<Field['type']> = new Set(['choice', 'dropdown', 'choices']);

/** How a field is written out; undefined for one that stays as it is. */
function writerOf({ type, countries, options }: Field): WriteOut | undefined {
  if (options?.some(({ write }) => write !== undefined) && writing.has(type)) return choiceWithText;
  if (type === 'date-range') return twoDates;
  if (type === 'matrix') return rowsOfMatrix;
  if (type === 'address') return addressParts;
  if (type === 'contact') return contactParts;
  return type === 'tel' && countries !== undefined ? phoneWithCountry : undefined;
}

/** Whether a field is written out. */
export const isWrittenOut = (field: Field): boolean => writerOf(field) !== undefined;

/**
 * The fields that a field is written out as; the field itself if it stays as it is.
 * @param isTitled whether a heading above them is their label, so that each is labelled by its part alone
 */
export const writtenOut: WriteOut = (name, field, path, defaults, isTitled) =>
  writerOf(field)?.(name, field, path, defaults, isTitled) ?? [{ name, field, rules: [] }];
