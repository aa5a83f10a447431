export type { Json } from '../../schemas/compiled.ts';
export type {
  FieldBase,
  FieldDefinition,
  FieldType,
  FormDefinition,
  RuleDefinition,
  RuleWord,
} from '../../schemas/generated/types.ts';
export type { FieldValue } from '../fields/kinds/kind.ts';

/** Messages of the checks that apply to every form, also to one without rules. They come from the catalogue of visitors' texts. */
export interface FormMessages {
  /** The value is over its cap. */
  tooLong: string;
  /** The value is of another type, or holds characters that no text may hold. */
  wrongType: string;
  /** The value is not one of the field's options. */
  unknownOption: string;
  /** There are more digits than the field's mask lays out. */
  beyondMask: string;
}
