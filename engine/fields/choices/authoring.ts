import type { OptionDefinition, Rule } from '../../../schemas/generated/types.ts';
import { type Authoring, type FieldWords, filled, offeredRule, offering } from '../kinds/authoring.ts';

/** The rule that so many options are chosen, with the engine's message. @param min - by default one */
export const leastChosen = (texts: FieldWords['texts'], min = 1) =>
  ({
    rule: 'atLeast',
    count: min,
    message: min === 1 ? texts.fieldChoose : filled(texts.fieldChooseMin, { min }),
  }) as const satisfies Rule;

/** The rule that an exclusive option is chosen alone, with the engine's message; none without such an option. */
function exclusion(options: readonly OptionDefinition[], texts: FieldWords['texts']) {
  const labels = options.filter(({ exclusive }) => exclusive).map(({ label }) => label);
  if (labels.length === 0) return [];
  return [{ rule: 'exclusive', message: filled(texts.fieldExclusive, { options: labels.join('”, “') }) } as const];
}

export const choices: Authoring<'choices'> = {
  control: 'choices',
  autofill: [],
  typed: false,
  define: offering('choices'),
  rules: ({ min, max, options = [], ...own }, words) => [
    ...offeredRule(own, words),
    ...exclusion(options, words.texts),
    ...(min === undefined ? [] : [leastChosen(words.texts, min)]),
    ...(max === undefined
      ? []
      : [{ rule: 'atMost', count: max, message: filled(words.texts.fieldChooseMax, { max }) } as const]),
  ],
};
