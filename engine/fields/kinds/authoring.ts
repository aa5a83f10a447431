import type { Code } from '../../../schemas/compiled.ts';
import type {
  ChoiceField,
  ControlType,
  Field,
  FieldBase,
  FieldDefinition,
  FieldType,
  OptionDefinition,
  PersonalData,
  RuleDefinition,
  SiteFile,
} from '../../../schemas/generated/types.ts';
import type { NumberSigns, SentNumber } from '../../values/number-text.ts';

/** The control groups of HTML's autocomplete tokens (WHATWG HTML, section 4.10.18.7). */
export type AutofillGroup = 'text' | 'multiline' | 'address' | 'telephone';

/** The properties in the file that not every field type has, with their texts compiled. */
export type OwnProperties = Pick<
  Field,
  'min' | 'max' | 'decimals' | 'step' | 'from' | 'to' | 'icon' | 'countries' | 'callingCodes' | 'search'
> & {
  readonly options?: readonly OptionDefinition[] | undefined;
  readonly ends?: readonly string[] | undefined;
  /** The fields that the conditions of the options read. */
  readonly reads?: NonNullable<ChoiceField['reads']>;
  readonly unit?: string;
  /** The words of a group that repeats. */
  readonly item?: string;
  readonly add?: string;
  readonly remove?: string;
  /** The question of a matrix, and whether the field is its first row. */
  readonly matrix?: { readonly question: string; readonly begins: boolean };
  readonly visible?: boolean;
  /** What a computed field evaluates, and how the numbers are written that it reads. */
  readonly value?: {
    readonly code: Code;
    readonly isNumber: boolean;
    readonly reads: Readonly<Record<string, SentNumber>>;
  };
};

/** The signs before and after an amount, with their space, and the decimals of the currency. */
export interface MoneyWords {
  readonly before: string;
  readonly after: string;
  readonly decimals: number;
}

/** What the site contributes to its fields. */
export interface FieldWords {
  /** The site's locale, such as `pt-BR`. */
  readonly locale: string;
  /** The engine's texts in the site's language. */
  readonly texts: Readonly<Record<keyof NonNullable<SiteFile['messages']>, string>>;
  readonly numbers: NumberSigns;
  /** How the site writes amounts of its currency. */
  readonly money: MoneyWords;
}

/** The loaded definition of a control. */
type DefinitionOf<Control extends ControlType> = FieldBase & Extract<FieldDefinition, { type: Control }>;

/**
 * What the loader needs to know about a field type.
 * @typeParam Type its name in files, which types accept only if it is listed in `schemas/vocabulary.ts`
 */
export interface Authoring<Type extends FieldType, Control extends ControlType = Extract<Type, ControlType>> {
  /** The control that a field of this type is loaded as. */
  readonly control: Control;
  /** The groups that its control belongs to. */
  readonly autofill: readonly AutofillGroup[];
  /** Whether the visitor types into it, so that a field without rules accepts any text. */
  readonly typed: boolean;
  /** The category of personal data that the type always holds. */
  readonly personal?: PersonalData;
  /** The value is submitted as a number unless the file says otherwise. */
  readonly isNumber?: true;
  /** Creates the definition of a field; null if a required property is missing from the file. */
  define(base: FieldBase, own: OwnProperties, words: FieldWords): DefinitionOf<Control> | null;
  /** The rules that the type implies. A rule of the same name in the file replaces one. */
  rules?(own: OwnProperties, words: FieldWords): readonly RuleDefinition[];
}

/** The authoring of any field type. */
export type AnyAuthoring = { readonly [Control in ControlType]: Authoring<FieldType, Control> }[ControlType];

/** Defines a field that has no properties of its own. */
export const plain =
  <Type extends ControlType>(type: Type) =>
  (base: FieldBase): FieldBase & { readonly type: Type } => ({ ...base, type });

interface Offering {
  options: readonly OptionDefinition[];
  look?: 'pictures' | 'marked' | 'matrix' | 'varied';
  inner?: 'pictures' | 'marked';
  reads?: NonNullable<OwnProperties['reads']>;
  matrix?: NonNullable<OwnProperties['matrix']>;
}

/** Defines a field whose values are its options, with or without pictures, icons and badges. */
export const offering =
  <Type extends 'choice' | 'choices'>(type: Type) =>
  (base: FieldBase, { options, matrix, reads }: OwnProperties): (FieldBase & Offering & { type: Type }) | null => {
    if (options === undefined) return null;
    if (matrix !== undefined) return { ...base, type, options, look: 'matrix', matrix };
    const isPictured = options.some(({ image }) => image !== undefined);
    const isMarked = options.some(
      ({ icon, badge, exclusive }) => icon !== undefined || badge !== undefined || exclusive,
    );
    if (reads !== undefined)
      return { ...base, type, options, look: 'varied', inner: isPictured ? 'pictures' : 'marked', reads };
    return { ...base, type, options, ...(isPictured ? { look: 'pictures' } : isMarked ? { look: 'marked' } : {}) };
  };

/** The rule that chosen options are offered, with the engine's message; none for options without conditions. */
export const offeredRule = ({ reads }: OwnProperties, { texts }: FieldWords): readonly RuleDefinition[] =>
  reads === undefined ? [] : [{ rule: 'offered', message: texts.fieldNotOffered }];

/** Replaces the `{{ names }}` of an engine text by values. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{ (\w+) \}\}/g, (hole, name: string) => String(values[name] ?? hole));

/** A list with more options is searched in any case. */
const mostUnsearched = 300;

/** How a list of options is drawn: with a field to search in it, or without. */
export const listLook = (
  { label }: Pick<FieldBase, 'label'>,
  { search, options = [] }: OwnProperties,
  { texts }: FieldWords,
) =>
  search === undefined && options.length <= mostUnsearched
    ? ({ look: 'dropdown' } as const)
    : ({
        look: 'search',
        finding: {
          label: filled(texts.fieldSearch, { label: String(label) }),
          hint: texts.fieldSearchHint,
          one: texts.fieldFound,
          several: texts.fieldFoundSeveral,
          none: texts.fieldFoundNone,
        },
      } as const);

/** The range of a scale or rating, unless the file has another one. */
export const usualRange = { min: 1, max: 5 } as const;

/** Options for the whole numbers of a range. @param labelOf the label of each; by default the number */
export const numbered = (
  from: number,
  to: number,
  labelOf: (value: number) => string = String,
): readonly OptionDefinition[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    value: String(from + index),
    label: labelOf(from + index),
  }));
