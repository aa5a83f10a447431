import type { Text } from '../../../schemas/compiled.ts';
import type {
  Field,
  FieldBase,
  FieldDefinition,
  FormDefinition,
  FormFile,
  Mask,
} from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import { authoring } from '../../fields/authoring.ts';
import { ruleAuthoring } from '../../rules/authoring.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import { compileConstant, compileMarkup, type LoweringContext } from './values.ts';

/** Compiles the text at a path of the file. */
type CompileText = (text: unknown, path: DataPath) => string;
/** Compiles the label of a field at a path of the file. */
type CompileLabel = (type: Field['type'], label: unknown, path: DataPath) => Text;

const none: ReadonlySet<string> = new Set();

/** Creates a form's definition: compiles its texts and defines its fields and rules. */
export function lowerForm(draft: Draft, source: Source<FormFile>, options: Constants): FormDefinition {
  const around: LoweringContext = { draft, source, options, types: () => ({}), anchors: () => none, plainTexts: true };
  const text: CompileText = (written, path) => compileConstant(String(written), path, around);
  // Only a checkbox has words beside it that can be a link: pressing another label moves the focus to its field.
  const labelOf: CompileLabel = (type, label, path) =>
    type === 'checkbox' ? compileMarkup(String(label), path, around) : text(label, path);
  const { form, showErrors = 'all', errorTitle, fields, consent } = source.data;
  const masks = draft.site.data.masks ?? {};
  return {
    id: form,
    showErrors,
    ...(errorTitle === undefined ? {} : { errorTitle: text(errorTitle, ['errorTitle']) }),
    ...(consent === undefined ? {} : { consent: { ...consent, text: text(consent.text, ['consent', 'text']) } }),
    fields: Object.entries(fields).flatMap(([name, field]) => defineField(name, field, masks, text, labelOf) ?? []),
  };
}

function defineField(
  name: string,
  field: Field,
  masks: Readonly<Record<string, Mask>>,
  text: CompileText,
  labelOf: CompileLabel,
): FieldDefinition | null {
  const { type, label, placeholder, hint, mask = '', options, rules = [], ...others } = field;
  const path = ['fields', name];
  const laidOut = masks[mask];
  const base: FieldBase = {
    name,
    label: labelOf(type, label, [...path, 'label']),
    ...(placeholder === undefined ? {} : { placeholder: text(placeholder, [...path, 'placeholder']) }),
    ...(hint === undefined ? {} : { hint: text(hint, [...path, 'hint']) }),
    ...others,
    ...(laidOut === undefined ? {} : { mask: laidOut }),
    rules: rules.flatMap((rule, index) => {
      const message = text(rule.message, [...path, 'rules', index, 'message']);
      return ruleAuthoring[rule.rule].define({ message }, rule) ?? [];
    }),
  };
  const offered = options?.map(({ value, label: shown }, index) => ({
    value,
    label: text(shown, [...path, 'options', index, 'label']),
  }));
  return authoring[type].define(base, { options: offered });
}
