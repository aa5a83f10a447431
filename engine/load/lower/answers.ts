/** The answers that an e-mail lists: those of the forms whose intakes send it. */
import type { EmailFile } from '../../../schemas/generated/types.ts';
import type { AnswerRow } from '../../definition.ts';
import { type Constants, compileTemplate, isShownOtherwise, type Type } from '../../expressions/index.ts';
import { countName } from '../../fields/repeat/entries.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { messagesFor } from '../../messages/catalogue.ts';
import { shownText } from '../../values/text-holes.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy, acceptedFormIds, acceptedForms } from '../link/endpoints.ts';
import type { InRow } from '../short/field-expansion.ts';
import type { Source } from '../source/source.ts';
import { typeOfValue } from '../types/value-types.ts';
import { shownAs } from './answer-display.ts';

/** A value of a delivery that contains an answer. Its point keeps it apart from the values that authors name. */
export const answerKey = (name: string): string => `answers.${name}`;

const listsAnswers = ({ blocks }: EmailFile): boolean => blocks.some(({ type }) => type === 'answers');

/** The intakes that send an e-mail which lists answers; none for another e-mail. */
const sendersOf = (draft: Draft, { data }: Source<EmailFile>): IntakeSource[] =>
  listsAnswers(data)
    ? [...draft.intakes.values()].filter(({ data: { deliver = {} } }) =>
        Object.values(deliver).some(({ template }) => template === data.email),
      )
    : [];

/** The ids of the forms whose answers an e-mail lists. */
export const listedForms = (draft: Draft, source: Source<EmailFile>): string[] => [
  ...new Set(sendersOf(draft, source).flatMap(({ data }) => acceptedFormIds(data))),
];

/** Types of fields that the list leaves out: a hidden field asks nothing, and a signature is a drawing. */
const unlisted: ReadonlySet<string> = new Set(['hidden', 'signature']);

/** The names of the stored answers that an e-mail lists, in the order of the forms. A group that repeats is one answer. */
export function listedAnswers(draft: Draft, source: Source<EmailFile>): string[] {
  const names = sendersOf(draft, source).flatMap(({ data }) => {
    const fields = acceptedForms(draft, data).flatMap((form) => Object.entries(form.fields as Record<string, InRow>));
    const counts = new Set(fields.flatMap(([, { row }]) => (row === undefined ? [] : [countName(row.of)])));
    return fields.flatMap(([name, { type, row }]) =>
      unlisted.has(type) || counts.has(name) || data.omit?.includes(name) === true ? [] : [row?.of ?? name],
    );
  });
  return [...new Set(names)];
}

/**
 * The answers that an e-mail lists, in the order of the forms.
 * @param forms every form, by id
 */
export function answerRows(
  draft: Draft,
  source: Source<EmailFile>,
  forms: Readonly<Record<string, FormDefinition>>,
  options: Constants,
): AnswerRow[] {
  const rows = new Map<string, AnswerRow>();
  const names = new Set(listedAnswers(draft, source));
  for (const intake of sendersOf(draft, source)) {
    const types = acceptedBy(draft, intake.data);
    for (const { name, label, row } of acceptedFormIds(intake.data).flatMap((id) => forms[id]?.fields ?? [])) {
      const accepted = types[name];
      const stored = row?.of ?? name;
      if (accepted === undefined || !names.has(stored) || rows.has(name)) continue;
      const answer = { ...typeOfValue({ ...accepted, optional: false }), ...shownAs(draft, intake.data, name) };
      const path = row === undefined ? [] : [row.index, row.name];
      rows.set(name, {
        name,
        path: [answerKey(stored), ...path],
        label: `${row === undefined ? '' : `${row.index + 1}. `}${shownText(label)}`,
        ...textsOf(draft, name, answer, options),
      });
    }
  }
  return [...rows.values()];
}

/** An answer as people read it, and as it is stored. */
function textsOf(draft: Draft, name: string, type: Type, options: Constants): Pick<AnswerRow, 'shown' | 'stored'> {
  const { fieldYes, fieldNo } = messagesFor(draft.site.data);
  const text = (code: string) => compileTemplate(`{{ ${code} }}`, { [name]: type }, options, true).template;
  const chosen = (yes: string, no: string): string => `${name} ? ${quoted(yes)} : ${quoted(no)}`;
  if (type.kind === 'bool') return { shown: text(chosen(fieldYes, fieldNo)), stored: text(chosen('true', 'false')) };
  const asStored = isShownOtherwise(type) ? `${name}.value` : name;
  const stored = text(type.kind === 'list' ? `join(${asStored}, ', ')` : asStored);
  return { shown: isShownOtherwise(type) ? text(name) : stored, stored };
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
