import type { FormFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { checkDefaults, checkForm } from '../check/forms.ts';
import type { Draft } from '../link/draft.ts';
import { lowerForm } from '../lower/form.ts';
import type { Source } from '../source/source.ts';

/** The fields with an error between their own line and that of the next one. */
function mistakenFields({ report }: Draft, source: Source<FormFile>): ReadonlySet<string> {
  const errors = report.problems.filter(({ severity, file }) => severity === 'error' && file === source.path);
  if (errors.length === 0) return new Set();
  const lines = Object.keys(source.data.fields).map((name) => {
    const { offset } = source.place(['fields', name], { key: true });
    return { name, line: source.position(offset).line };
  });
  return new Set(
    lines.flatMap(({ name, line }) => {
      const next = Math.min(...lines.map((other) => other.line).filter((other) => other > line));
      return errors.some((error) => error.line >= line && error.line < next) ? [name] : [];
    }),
  );
}

/** Checks and lowers a form. */
export function defineForm(draft: Draft, source: Source<FormFile>, constants: Constants): FormDefinition {
  checkForm(draft, source);
  const form = lowerForm(draft, source, constants);
  const mistaken = mistakenFields(draft, source);
  checkDefaults(draft, source, { ...form, fields: form.fields.filter(({ name }) => !mistaken.has(name)) });
  return form;
}
