/** The forms of a browser: its own judge and its own rules. */
export { buildForm } from '../../engine/forms/build.ts';
export { payloadOf } from '../../engine/forms/payload.ts';
export { validateForm } from '../../engine/forms/validate.ts';
export { builtInRules } from '../../engine/rules/generated/all.ts';
