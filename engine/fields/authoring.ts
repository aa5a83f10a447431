/** Every field type, with what the loader needs to know about it. A missing type is a type error. */
import type { FieldBase, FieldDefinition, FieldType } from '../../schemas/generated/types.ts';
import { checkbox } from './checkbox/authoring.ts';
import { choice } from './choice/authoring.ts';
import { choices } from './choices/authoring.ts';
import { email } from './email/authoring.ts';
import { hidden } from './hidden/authoring.ts';
import type { Authoring } from './kinds/authoring.ts';
import { tel } from './tel/authoring.ts';
import { text } from './text/authoring.ts';
import { textarea } from './textarea/authoring.ts';

type FieldOf<Type extends FieldType> = FieldBase & Extract<FieldDefinition, { type: Type }>;

export const authoring: { readonly [T in FieldType]: Authoring<FieldOf<T>> } = {
  text,
  email,
  tel,
  textarea,
  checkbox,
  choice,
  choices,
  hidden,
};
