export type { Json } from '../../schemas/compiled.ts';
export type {
  ControlType,
  FieldBase,
  FieldDefinition,
  FormDefinition,
  RuleDefinition,
  RuleWord,
} from '../../schemas/generated/types.ts';
export type { FieldValue } from '../fields/kinds/kind.ts';

/**
 * Messages of the checks that apply to every form, even without rules. They come from the catalogue of visitor texts.
 */
export interface FormMessages {
  /** The value exceeds its maximum length. */
  tooLong: string;
  /** The value has the wrong type or contains characters that are not allowed in a text. */
  wrongType: string;
  /** The value is not one of the field's options. */
  unknownOption: string;
  /** The value has more digits than the field's mask can format. */
  beyondMask: string;
  /** The value begins with `+` and the code of another country than its mask. */
  foreignCode: string;
}
