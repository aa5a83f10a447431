/** Numbers and dates at the limits of a field, and beyond them. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { writeNumber } from '../values/written-number.ts';

const dayLength = 24 * 60 * 60 * 1000;

/** The day before or after a day, as `YYYY-MM-DD`. */
const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** A day with the days before and after it; none for a text that is no day. */
export const daysAround = (day: string): string[] =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? [day, dayBeside(day, -1), dayBeside(day, 1)] : [];

/** A day in a format such as `DD/MM/YYYY`. */
function writeDay(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date);
}

/** Texts for the verdicts of the rules `number`, `range` and `date`. */
export function* writtenSamples({ number, rules, default: initial }: FieldDefinition): Generator<string> {
  if (number !== undefined) {
    const { min = 0, max = min + 1, step } = number;
    if (typeof initial === 'string') yield initial;
    // Only a slider has steps, and it goes no further.
    for (const each of step === undefined ? [min, max, min - 1, max + 1] : [min, max]) yield writeNumber(each, number);
  }
  for (const rule of rules) {
    if (rule.rule !== 'date') continue;
    const { format, from = '2000-02-29', to = from } = rule;
    for (const day of [from, to, dayBeside(from, -1), dayBeside(to, 1), '2001-02-29']) yield writeDay(day, format);
  }
}
