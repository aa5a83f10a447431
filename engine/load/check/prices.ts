import type { MoneyFormat } from '../../values/money.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

const mostNamed = 3;

/** Checks that amounts in texts equal a fact that is formatted as money. */
export function checkPrices(
  draft: Draft,
  sources: readonly Source<unknown>[],
  money: MoneyFormat,
  prices: ReadonlyMap<string, number>,
): void {
  const known = new Set(prices.values());
  const look = (source: Source<unknown>, value: unknown, path: DataPath): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value))
        look(source, part, [...path, Array.isArray(value) ? Number(key) : key]);
      return;
    }
    if (typeof value !== 'string') return;
    for (const { value: amount, offset, length } of money.find(value)) {
      if (known.has(amount)) continue;
      const near = [...prices].sort(([, a], [, b]) => Math.abs(a - amount) - Math.abs(b - amount)).slice(0, mostNamed);
      draft.report.add('price-not-a-fact', source, source.place(path, { offset, length }), {
        amount: value.slice(offset, offset + length),
        near: near.map(([name, price]) => `${name} (${money.show(price)})`),
      });
    }
  };
  const { locale, currency } = draft.site.data;
  const given = [locale, currency, JSON.stringify([...prices])];
  draft.memo.each('prices', sources, given, (source) => {
    for (const { kind, value, path } of draft.contents(source).annotated)
      if (shown.has(kind)) look(source, value, path);
  });
}

/** Kinds of strings that visitors read. */
const shown: ReadonlySet<string> = new Set(['text', 'prose', 'texts', 'facts', 'expression']);
