import type { Json } from '../../../schemas/compiled.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath } from '../source/source.ts';

type Facts = Record<string, Json>;

/** Checks that a fact called `total` is the sum of the numbers, or of the prices, beside it. */
export function checkTotals({ report, site }: Draft): void {
  const look = (value: Json | undefined, path: DataPath): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value as Facts))
      look(part, [...path, Array.isArray(value) ? Number(key) : key]);
    if (Array.isArray(value)) return;
    const { total, ...others } = value as Facts;
    const parts = partsOf(others);
    if (typeof total !== 'number' || parts === null) return;
    const sum = Object.values(parts).reduce((all, each) => all + each, 0);
    if (sum !== total)
      report.add('total-differs', site, site.place([...path, 'total']), { total, sum, parts: Object.keys(parts) });
  };
  look(site.data.facts as Json | undefined, ['facts']);
}

/** The numbers that a total adds up: those beside it, or the prices of the records beside it. Null if it is unclear. */
function partsOf(others: Facts): Record<string, number> | null {
  const numbers = Object.entries(others).filter(([, value]) => typeof value === 'number');
  const prices = Object.entries(others).flatMap(([key, value]): [string, number][] => {
    const price = typeof value === 'object' && value !== null ? (value as Facts)['price'] : undefined;
    return typeof price === 'number' ? [[key, price]] : [];
  });
  if (numbers.length > 0 && prices.length > 0) return null;
  const parts = numbers.length > 0 ? (numbers as [string, number][]) : prices;
  return parts.length < 2 ? null : Object.fromEntries(parts);
}
