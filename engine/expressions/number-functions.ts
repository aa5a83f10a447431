import { roundedWhole } from '../values/round.ts';
import type { Json } from './code.ts';
import { add, divisor, fail, type Implementation, list, number } from './operands.ts';

const isRecord = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const extreme =
  (pick: (...of: number[]) => number): Implementation =>
  (args) => {
    const of = (args.length === 1 && Array.isArray(args[0]) ? args[0] : args).map(number);
    return of.length ? pick(...of) : fail('empty-list', 'an empty list has no minimum or maximum');
  };

/** The functions of numbers and lists. */
export const numberFunctions = {
  // Counts code points, as CEL does: an emoji is one.
  size: ([value]) =>
    typeof value === 'string'
      ? [...value].length
      : Object.keys(isRecord(value as Json) ? (value as object) : list(value)).length,
  sum: ([values]) => list(values).reduce((total: number, value) => add(total, number(value)), 0),
  min: extreme(Math.min),
  max: extreme(Math.max),
  // Multiplies by 100 first: 23 / 40 * 100 is 57.49999999999999, which would round down.
  percent: ([value, of]) => roundedWhole((number(value) * 100) / divisor(of)),
  round: ([value]) => roundedWhole(number(value)),
  floor: ([value]) => Math.floor(number(value)),
  default: ([value, fallback]) => (value === null ? fallback : value) as Json,
} satisfies Record<string, Implementation>;
