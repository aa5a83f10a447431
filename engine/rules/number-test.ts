import type { FieldDefinition } from '../../schemas/generated/types.ts';

/** How a field writes its number, and its limits. */
export type NumberFormat = NonNullable<FieldDefinition['number']>;

/** A test of the number that a text is, for a field of that type. */
export const numeric =
  ({ number }: FieldDefinition, holds: (text: string, format: NumberFormat) => boolean) =>
  (text: string): boolean =>
    number === undefined || holds(text, number);
