/** Examples of the functions of expressions, for `funnel docs`, which shows their results. */
import type { FunctionName } from '../../engine/expressions/functions.ts';

/** Expressions over the values of `exampleValues`. */
export const functionExamples: Readonly<Record<FunctionName, readonly string[]>> = {
  size: ['size(answers)', "size('abc')"],
  sum: ['sum(answers)'],
  min: ['min(3, 8)', 'min(answers)'],
  max: ['max(3, 8)'],
  percent: ['percent(sum(answers), 30)'],
  round: ['round(2.5)'],
  floor: ['floor(2.9)'],
  contains: ["contains(name, 'Maria')"],
  startsWith: ["startsWith(name, 'Ana')"],
  endsWith: ["endsWith(name, 'Silva')"],
  lower: ['lower(name)'],
  upper: ['upper(name)'],
  trim: ["trim('  Ana ')"],
  digits: ["digits('(81) 98765-4321')"],
  firstName: ['firstName(name)'],
  lastName: ['lastName(name)'],
  join: ["join(answers, ' + ')"],
  json: ['json(answers)'],
  url: ["url('Hello, how are you?')"],
  default: ["default(missing, 'nothing')"],
  money: ['money(price)'],
  moneyShort: ['moneyShort(price)'],
  brl: ['brl(price)'],
  brlShort: ['brlShort(price)'],
  decimal: ['decimal(4.25, 1)'],
  number: ["number('2.5') * 2"],
  numberOr: ["numberOr('many', 1)"],
  date: ["date('2026-05-12', 'long')", "date('2026-05-12', 'weekday')"],
};

/** What the examples read. */
export const exampleValues = {
  name: 'Ana Maria Silva',
  answers: [0, 5, 10],
  price: 19700,
  missing: null,
} as const;
