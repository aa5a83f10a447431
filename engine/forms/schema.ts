/** The Yup schema of a form, by which the server judges it as a whole. */
import { type AnySchema, mixed, object, ValidationError } from 'yup';
import type { FormValues } from '../rules/tests.ts';
import type { CompiledForm } from './build.ts';
import type { CheckedField } from './checks.ts';
import type { FieldValue } from './types.ts';

/** The schema of a field: a test for each of its checks. Messages are functions, because Yup interpolates `${…}` in a string. */
const fieldSchema = ({ checks, wrongType }: CheckedField): AnySchema =>
  checks.reduce<AnySchema>(
    (schema, { message, applies, demands, passes }) =>
      schema.test({
        message: () => message,
        test: (value: FieldValue | undefined, { options: { context } }) => {
          const { values } = context as { readonly values: FormValues };
          if (applies?.(values) === false) return true;
          return value === undefined ? !demands : passes(value, values);
        },
      }),
    // Null marks a value that the field cannot hold.
    mixed().nonNullable(() => wrongType),
  );

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
        // Yup reports a field's tests in order; only the first failure counts.
        for (const { path = '', message } of error.inner) if (!messages.has(path)) messages.set(path, message);
      }
      return messages;
    },
  };
}
