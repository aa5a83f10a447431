/** The values of every control, in browser and server. A missing control is a type error. */
import type { ControlType } from '../../schemas/generated/types.ts';
import { checkbox } from './checkbox/values.ts';
import { choice } from './choice/values.ts';
import { choices } from './choices/values.ts';
import { email } from './email/values.ts';
import { hidden } from './hidden/values.ts';
import type { Kind } from './kinds/kind.ts';
import { tel } from './tel/values.ts';
import { text } from './text/values.ts';
import { textarea } from './textarea/values.ts';

export const fieldKinds: { readonly [T in ControlType]: Kind } = {
  text,
  email,
  tel,
  textarea,
  checkbox,
  choice,
  choices,
  hidden,
};
