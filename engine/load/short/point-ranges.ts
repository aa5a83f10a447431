/** Checks points by ranges of a number: no gap, no overlap, and no range that no answer is in. */
import type { Field, PointRange } from '../../../schemas/generated/types.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { usualRange } from '../../fields/kinds/authoring.ts';
import type { DataPath } from '../source/source.ts';

interface Mistake {
  /** Below `points`. */
  readonly place: DataPath;
  readonly reason: string;
}

/** The lowest and the highest number that a field can have, where it has them. */
function domainOf({ type, min, max }: Field): { readonly min?: number | undefined; readonly max?: number | undefined } {
  if (type === 'nps') return { min: 0, max: 10 };
  if (type === 'rating') return { min: usualRange.min, max: max ?? usualRange.max };
  if (type === 'scale') return { min: min ?? usualRange.min, max: max ?? usualRange.max };
  if (type === 'slider') return { min: min ?? 0, max: max ?? 100 };
  return { min: type === 'currency' ? (min ?? 0) : min, max };
}

/** The types whose points are those of each step. */
const stepped: ReadonlySet<Field['type']> = new Set(['scale', 'rating', 'nps']);

/** Whether a field has whole numbers only. */
const isWhole = ({ type, decimals = 0 }: Field): boolean => stepped.has(type) || (type === 'number' && decimals === 0);

/** What is wrong with the points of a field. */
export function pointMistakes(field: Field): readonly Mistake[] {
  const { type, points } = field;
  if (points === undefined) return [];
  const isNumber = authoring[type].isNumber && type !== 'repeat';
  if (Array.isArray(points))
    return isNumber
      ? rangeMistakes(field, points)
      : [
          {
            place: [],
            reason: `Ranges of points are for numbers, and a ${type} is none. Write points: at its options.`,
          },
        ];
  if (isNumber && !stepped.has(type))
    return [
      {
        place: [],
        reason: `The points of a ${type} are those of its ranges. Write points: [{ upTo: 10, points: 0 }, { points: ${points} }].`,
      },
    ];
  return [];
}

function rangeMistakes(field: Field, ranges: readonly PointRange[]): readonly Mistake[] {
  const { min, max } = domainOf(field);
  const mistakes: Mistake[] = [];
  const add = (index: number, key: string, reason: string): void => {
    mistakes.push({ place: [index, ...(key === '' ? [] : [key])], reason });
  };
  let above = Number.NEGATIVE_INFINITY;
  ranges.forEach(({ upTo }, index) => {
    // The mistake of a range for all numbers is reported once.
    if (above === Number.POSITIVE_INFINITY) return;
    const isLast = index === ranges.length - 1;
    if (max !== undefined && above >= max)
      add(
        index,
        'points',
        `No answer is in this range: max is ${max}, and the range above it ends at ${above}. Remove it, or lower that upTo.`,
      );
    else if (upTo === undefined && !isLast)
      add(
        index,
        'points',
        'Without upTo this range has all numbers, so the ones below it overlap it. Add upTo: with its highest number, or move it to the end.',
      );
    else if (upTo !== undefined && upTo <= above)
      add(
        index,
        'upTo',
        `This range overlaps the one above it, which ends at ${above}. Write a number above ${above}, or order the ranges from the lowest.`,
      );
    else if (upTo !== undefined && min !== undefined && upTo < min)
      add(index, 'upTo', `No answer is in this range: min is ${min}. Remove it, or write a number from ${min} on.`);
    else if (upTo !== undefined && max !== undefined && upTo > max)
      add(index, 'upTo', `No answer is above ${max} (max). Write upTo: ${max}, or remove upTo: from the last range.`);
    else if (upTo !== undefined && isWhole(field) && !Number.isInteger(upTo))
      add(index, 'upTo', `The answers are whole numbers. Write upTo: ${Math.floor(upTo)}.`);
    else if (upTo !== undefined && isLast && (max === undefined || upTo < max))
      add(
        index,
        'upTo',
        `No range has the numbers above ${upTo}. Remove upTo: here, or add a range without it, such as { points: 0 }.`,
      );
    above = upTo ?? Number.POSITIVE_INFINITY;
  });
  return mistakes;
}
