import type { FormFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import type { FieldDefinition, FormDefinition, Rule } from '../../forms/types.ts';
import type { Draft } from '../link/draft.ts';
import { planOf } from '../shape/plan.ts';
import { walk } from '../shape/walk.ts';
import type { Source } from '../source.ts';
import { compileWord, type Surroundings } from './words.ts';

const none: ReadonlySet<string> = new Set();

/** Compiles a form's texts, which are the same on every visit. */
export function compileForm(draft: Draft, source: Source<FormFile>, options: Constants): FormDefinition {
  const around: Surroundings = { draft, source, options, types: () => ({}), anchors: () => none, plainTexts: true };
  const file = walk(planOf('form'), source.data, {
    word: (kind, value, path, owner) => compileWord(kind, value, path, owner, around),
  }) as Omit<FormFile, 'first' | 'consent'> & Pick<FormDefinition, 'first' | 'consent'>;
  return {
    id: file.form,
    errors: file.errors ?? 'all',
    ...(file.first === undefined ? {} : { first: file.first }),
    ...(file.consent === undefined ? {} : { consent: file.consent }),
    // The texts are strings after the walk, and `rules` may be left out in the file.
    fields: Object.entries(file.fields).map(([name, { mask, ...field }]) => {
      const laidOut = mask === undefined ? undefined : draft.site.data.masks?.[mask];
      const rules = (field.rules ?? []) as readonly Rule[];
      return { name, ...field, ...(laidOut === undefined ? {} : { mask: laidOut }), rules } as FieldDefinition;
    }),
  };
}
