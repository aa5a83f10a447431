/**
 * How texts show answers. The compiler writes calls of these functions for `.label` and `date(answer, style)`; few flows have them,
 * so that `answer-display.ts` adds them to the evaluator.
 */
import type { Json } from './code.ts';
import type { Implementation } from './operands.ts';

type Unit = 'year' | 'month' | 'day' | 'weekday';

/** A part of a written day: a text, or a unit as it is stored, without leading zeros (an empty list), or with its texts by number. */
export type DayPart = string | readonly [unit: Unit] | readonly [unit: Unit, texts: readonly string[]];

/** Whether compiled code, as JSON, calls one of them. */
export const showsAnswers = (json: string): boolean => /\["(?:label|day)",/.test(json);

const labelIn = (labels: Readonly<Record<string, Json>>, value: Json): Json =>
  (typeof value === 'string' ? labels[value] : undefined) ?? value;

export const answerFunctions = {
  /** The label of a chosen value, or of each of several. */
  label: ([value = null, labels]) => {
    const all = labels as Readonly<Record<string, Json>>;
    return Array.isArray(value) ? value.map((each) => labelIn(all, each)) : labelIn(all, value);
  },
  /** A day (YYYY-MM-DD) in the parts of a style; any other text as it is. */
  day: ([value = null, parts]) => {
    const [year, month, day] = `${value}`.split('-');
    if (!day) return value;
    const units = { year, month, day, weekday: new Date(`${value}`).getUTCDay() };
    return (parts as unknown as readonly DayPart[])
      .map((part) => {
        if (typeof part === 'string') return part;
        const [unit, texts] = part;
        const number = Number(units[unit]);
        return texts ? (texts[number] ?? number) : units[unit];
      })
      .join('');
  },
} satisfies Record<string, Implementation>;
