import type { Rule } from '../../../schemas/generated/types.ts';
import { type Authoring, type FieldWords, filled, offering } from '../kinds/authoring.ts';

/** The rule that so many options are chosen, with the engine's message. @param min - by default one */
export const leastChosen = (texts: FieldWords['texts'], min = 1) =>
  ({
    rule: 'atLeast',
    count: min,
    message: min === 1 ? texts.fieldChoose : filled(texts.fieldChooseMin, { min }),
  }) as const satisfies Rule;

export const choices: Authoring<'choices'> = {
  control: 'choices',
  autofill: [],
  typed: false,
  define: offering('choices'),
  rules: ({ min, max }, { texts }) => [
    ...(min === undefined ? [] : [leastChosen(texts, min)]),
    ...(max === undefined
      ? []
      : [{ rule: 'atMost', count: max, message: filled(texts.fieldChooseMax, { max }) } as const]),
  ],
};
