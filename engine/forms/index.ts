export type { CompiledForm } from './build.ts';
export { compileForm } from './compile.ts';
export { formValidator } from './form-validator.ts';
export { initialValues, payloadOf } from './payload.ts';
export { redactPersonal } from './redact-pii.ts';
export type * from './types.ts';
export {
  type FieldError,
  type FieldVerdict,
  type RawValues,
  type Verdict,
  validateField,
  validateForm,
} from './validate.ts';
