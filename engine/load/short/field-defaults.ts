/** What an author would add to a field of a funnel in one file. */
import type { Field, Rule } from '../../../schemas/generated/types.ts';
import type { Defaults } from './defaults.ts';

/** The rules that `required` expands to. */
export const requiringRules: ReadonlySet<string> = new Set(['required', 'accepted', 'atLeast']);

interface FieldAdditions {
  readonly keys: Partial<Field>;
  readonly rules: readonly Rule[];
}

/**
 * What an author would add to a field. A rule of the author's own replaces the usual ones.
 * @param isChecked whether its type already has rules
 */
export function usualFor(field: Field, { texts, phone }: Defaults, isChecked: boolean): FieldAdditions {
  const rules = (usual: Rule): readonly Rule[] =>
    (field.rules ?? []).some(({ rule }) => !requiringRules.has(rule)) ? [] : [usual];
  if (field.type === 'email') return { keys: { autocomplete: 'email', pii: 'email', maxLength: 254 }, rules: [] };
  const isWorldwide = isChecked || field.rules?.some(({ rule }) => rule === 'phone');
  if (field.type === 'tel' && isWorldwide)
    return { keys: { autocomplete: 'tel', pii: 'phone', maxLength: 30 }, rules: [] };
  if (field.type === 'tel') {
    const mask = field.mask === undefined ? phone : undefined;
    const digits = mask?.mask.formats.map((format) => format.split('#').length - 1) ?? [8, 15];
    const bounds = { min: Math.min(...digits), max: Math.max(...digits) };
    const keys: Partial<Field> = { autocomplete: 'tel', ...(mask === undefined ? {} : { mask: mask.id }) };
    return {
      keys: { ...keys, pii: 'phone', maxLength: 30 },
      // A mask of the author's own has other lengths than the site's telephone numbers.
      rules: field.mask === undefined ? rules({ rule: 'digits', ...bounds, message: texts.fieldPhone }) : [],
    };
  }
  if (field.type === 'signature') return { keys: { pii: 'text' }, rules: [] };
  const isName = field.autocomplete === 'name';
  return { keys: isName ? { pii: 'name' } : {}, rules: [] };
}
