/** The Yup schema of a form, by which the server judges it as a whole. */
import { type AnySchema, mixed, object, ValidationError } from 'yup';
import type { FormValues } from '../rules/tests.ts';
import type { CompiledForm } from './build.ts';
import { type CheckedField, messageFor } from './checks.ts';
import type { FieldValue } from './types.ts';

/** The schema of a field. A message is a function, because Yup interpolates `${…}` in a string. */
const fieldSchema = (field: CheckedField): AnySchema =>
  mixed()
    .nullable()
    .test((value, { createError, options: { context } }) => {
      const { values } = context as { readonly values: FormValues };
      const message = messageFor(field, value as FieldValue | null | undefined, values);
      return message === undefined || createError({ message: () => message });
    });

/** The same form, judged by one Yup schema. It is strict, so that nothing is coerced. */
export function withSchema(form: CompiledForm): CompiledForm {
  const shape = Object.fromEntries([...form.fields].map(([name, field]) => [name, fieldSchema(field)]));
  const schema = object(shape).strict();
  return {
    ...form,
    messagesFor: (judged, values) => {
      const messages = new Map<string, string>();
      try {
        schema.validateSync(judged, { abortEarly: false, strict: true, disableStackTrace: true, context: { values } });
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        for (const { path = '', message } of error.inner) messages.set(path, message);
      }
      return messages;
    },
  };
}
