/**
 * What a transition table with written numbers or dates needs beside regular expressions. Only pages with such a table receive this
 * code, so that `table.ts` gets it as an argument.
 */
import { isDayIn } from '../rules/date/day.ts';
import { isNotBefore } from '../rules/notBefore/order.ts';
import { isNumberIn } from '../rules/number/is-number.ts';
import { isInRange } from '../rules/range/in-range.ts';
import { sentNumber } from '../values/written-number.ts';
import { plainJudge, type TextJudge } from './text-judge.ts';

/** Judges by the functions of the rules, too. */
export const writtenJudge: TextJudge = {
  test(text, test, values) {
    if (!('rule' in test)) return plainJudge.test(text, test);
    // As in a form, rules apply to texts that are not empty.
    if (text === '') return true;
    if (test.rule === 'date') return isDayIn(text, test);
    if (test.rule === 'notBefore') {
      const first = values?.[test.field];
      return isNotBefore(text, typeof first === 'string' ? first.trim() : first);
    }
    return (test.rule === 'number' ? isNumberIn : isInRange)(text, test.number);
  },
  read(value, format) {
    if (format === undefined) return plainJudge.read(value);
    return typeof value === 'string' ? sentNumber(value, format) : value;
  },
};
