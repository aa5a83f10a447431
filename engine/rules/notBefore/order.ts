import { dayOf } from '../date/day.ts';

const isDay = (value: unknown): value is string => typeof value === 'string' && dayOf(value, 'YYYY-MM-DD') !== null;

/** Whether a value is no day before another one. The rule `date` reports what is no day. */
export const isNotBefore = (value: unknown, first: unknown): boolean =>
  !isDay(value) || !isDay(first) || value >= first;
