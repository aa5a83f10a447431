/** Points of answers, as expressions over the fields that are answered. */
import type { Field, PointRange } from '../../../schemas/generated/types.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { usualRange } from '../../fields/kinds/authoring.ts';

type PointField = Pick<Field, 'type' | 'options' | 'points' | 'max' | 'rows' | 'several'>;

/** The ranges of a number that have points. */
const rangesOf = ({ points }: PointField) => (Array.isArray(points) ? points : null);

/** The points of `yes`, or of each step. */
const pointsEach = ({ points }: PointField): number => (typeof points === 'number' ? points : 0);

/** The highest grade of an NPS. */
const highestGrade = 10;

const optionsWithPoints = ({ options = [] }: PointField) =>
  options.flatMap(({ value, points = 0 }) => (points === 0 ? [] : [{ value, points }]));

/** A row of a matrix as an answer of its own. */
const rowOf = ({ several = false, rows: _, ...field }: PointField): PointField => ({
  ...field,
  type: several ? 'choices' : 'choice',
});

/** Whether an answer has points. */
export const hasPoints = (field: PointField): boolean =>
  field.points !== undefined || optionsWithPoints(field).length > 0;

/** The most points that an answer can have. */
export function mostPoints(field: PointField): number {
  const { type, max, rows = {} } = field;
  const points = pointsEach(field);
  const ranges = rangesOf(field);
  if (ranges !== null) return Math.max(0, ...ranges.map((range) => range.points));
  if (type === 'matrix') return mostPoints(rowOf(field)) * Object.keys(rows).length;
  if (type === 'yes-no') return points;
  if (authoring[type].isNumber) return points * (type === 'nps' ? highestGrade : (max ?? usualRange.max));
  const all = optionsWithPoints(field).map((option) => option.points);
  if (type !== 'choices') return Math.max(0, ...all);
  const best = all.filter((each) => each > 0).sort((one, other) => other - one);
  return best.slice(0, max).reduce((sum, each) => sum + each, 0);
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The points of a number by its ranges. @param unit in how many of its smallest unit an amount is sent */
function rangeText(name: string, ranges: readonly PointRange[], unit: number): string {
  const ways = ranges.map(({ upTo, points }) =>
    upTo === undefined ? `${points}` : `default(${name}, 0) <= ${Math.round(upTo * unit * 1e6) / 1e6} ? ${points} : `,
  );
  // Nobody answers with a number above the last range.
  const rest = ranges.at(-1)?.upTo === undefined ? '' : '0';
  return `(default(${name}, null) == null ? 0 : ${ways.join('')}${rest})`;
}

/** The points of an answer. Without an answer there are none. @param minor how many of its smallest unit the currency has */
export function pointsText(name: string, field: PointField, minor: number): string {
  const { type, rows = {} } = field;
  const points = pointsEach(field);
  const ranges = rangesOf(field);
  if (ranges !== null) return rangeText(name, ranges, type === 'currency' ? minor : 1);
  if (type === 'matrix')
    return Object.keys(rows)
      .map((row) => pointsText(`${name}_${row}`, rowOf(field), minor))
      .join(' + ');
  const text = `default(${name}, '')`;
  if (type === 'yes-no') return `(${text} == 'yes' ? ${points} : 0)`;
  if (authoring[type].isNumber) return `default(${name}, 0) * ${points}`;
  const options = optionsWithPoints(field);
  if (type === 'choices')
    return options
      .map((option) => `(${quoted(option.value)} in default(${name}, []) ? ${option.points} : 0)`)
      .join(' + ');
  return `(${options.map((option) => `${text} == ${quoted(option.value)} ? ${option.points} : `).join('')}0)`;
}
