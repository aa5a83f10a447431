import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { readNumber } from '../values/written-number.ts';
import { present } from './present.ts';

/** A test of the number that a text is, for a field of that type. */
export const numeric = (
  { number }: FieldDefinition,
  holds: (read: number | null, format: NonNullable<FieldDefinition['number']>) => boolean,
) => present((value: string) => number === undefined || holds(readNumber(value, number), number));
