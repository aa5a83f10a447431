import type { FormFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { checkDefaults, checkForm } from '../check/forms.ts';
import type { Draft } from '../link/draft.ts';
import { lowerForm } from '../lower/form.ts';
import type { Source } from '../source/source.ts';

/** Checks and lowers a form. */
export function defineForm(draft: Draft, source: Source<FormFile>, constants: Constants): FormDefinition {
  const before = draft.report.errors;
  checkForm(draft, source);
  const form = lowerForm(draft, source, constants);
  if (draft.report.errors === before) checkDefaults(draft, source, form);
  return form;
}
