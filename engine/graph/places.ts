/** The coordinates of a layered graph. */
import type { LayerItem, Layers } from './layers.ts';

/** The centre of each item and the upper and lower edge of each layer, in pixels. */
export interface Places {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The layer of each item. */
  readonly bands: readonly { readonly top: number; readonly bottom: number }[];
  readonly width: number;
  readonly height: number;
}

const between = { node: 36, label: 18, bend: 18 } as const;
const leastGap = 20;

const distance = (left: LayerItem, right: LayerItem): number =>
  (left.width + right.width) / 2 + Math.max(between[left.kind], between[right.kind]);

/**
 * The places nearest to the wanted ones, in order and at least `gaps` apart: weighted isotonic regression by pooling of
 * adjacent violators.
 */
function settled(wanted: readonly number[], weights: readonly number[], gaps: readonly number[]): number[] {
  let sum = 0;
  const offsets = wanted.map((_, index) => (sum += index === 0 ? 0 : (gaps[index - 1] as number)));
  const pools: { value: number; weight: number; count: number }[] = [];
  wanted.forEach((value, index) => {
    pools.push({ value: value - (offsets[index] as number), weight: weights[index] as number, count: 1 });
    for (
      let last = pools.at(-1), before = pools.at(-2);
      last && before && before.value > last.value;
      last = pools.at(-1), before = pools.at(-2)
    ) {
      const weight = last.weight + before.weight;
      pools.splice(-2, 2, {
        value: (last.value * last.weight + before.value * before.weight) / weight,
        weight,
        count: last.count + before.count,
      });
    }
  });
  return pools
    .flatMap(({ value, count }) => new Array<number>(count).fill(value))
    .map((value, index) => value + (offsets[index] as number));
}

const rounds = 400;

/** Places the items of each layer near those that they are joined with. Long edges become straight. */
export function placed({ items, rows, chains }: Layers, margin: number): Places {
  const x = new Array<number>(items.length).fill(0);
  const neighbours = new Map<number, { readonly up: number[]; readonly down: number[] }>(
    items.map((_, index) => [index, { up: [], down: [] }]),
  );
  const rowOf = new Map(rows.flatMap((row, index) => row.map((item) => [item, index] as const)));
  for (const chain of chains)
    chain.slice(1).forEach((item, index) => {
      const before = chain[index] as number;
      const [upper, lower] =
        (rowOf.get(before) as number) < (rowOf.get(item) as number) ? [before, item] : [item, before];
      neighbours.get(upper)?.down.push(lower);
      neighbours.get(lower)?.up.push(upper);
    });
  const gapsOf = (row: readonly number[]): number[] =>
    row.slice(1).map((item, index) => distance(items[row[index] as number] as LayerItem, items[item] as LayerItem));
  const place = (row: readonly number[], wanted: (item: number) => number): void => {
    const weights = row.map((item) => (items[item]?.kind === 'node' ? 2 : items[item]?.kind === 'bend' ? 3 : 1));
    settled(row.map(wanted), weights, gapsOf(row)).forEach((value, index) => {
      x[row[index] as number] = value;
    });
  };
  for (const row of rows) place(row, () => 0);
  const mean = (ids: readonly number[], otherwise: number): number =>
    ids.length === 0 ? otherwise : ids.reduce((sum, id) => sum + (x[id] as number), 0) / ids.length;
  for (let round = 0; round < rounds; round += 1) {
    const isDown = round % 2 === 0;
    for (const row of isDown ? rows : [...rows].reverse())
      place(row, (item) => {
        const { up, down } = neighbours.get(item) as { up: number[]; down: number[] };
        // The later rounds weigh both sides, so that neither the top nor the bottom of the drawing is skewed.
        if (round >= rounds / 2) return (mean([...up, ...down], x[item] as number) + (x[item] as number)) / 2;
        return mean(isDown ? up : down, x[item] as number);
      });
  }
  // An edge between two items that have no other edge on that side is vertical where there is room.
  const follow = (order: readonly (readonly number[])[], from: 'up' | 'down', to: 'up' | 'down'): void => {
    for (const row of order)
      place(row, (item) => {
        const [before, ...more] = neighbours.get(item)?.[from] ?? [];
        const isOnly = before !== undefined && more.length === 0 && neighbours.get(before)?.[to].length === 1;
        return x[isOnly ? before : item] as number;
      });
  };
  follow(rows.slice(0, 2).reverse(), 'down', 'up');
  follow(rows, 'up', 'down');

  const left = Math.min(...items.map(({ width }, index) => (x[index] as number) - width / 2));
  const right = Math.max(...items.map(({ width }, index) => (x[index] as number) + width / 2));

  const y = new Array<number>(items.length).fill(0);
  const bands: { top: number; bottom: number }[] = [];
  let top = margin;
  rows.forEach((row, index) => {
    const height = Math.max(...row.map((item) => items[item]?.height as number));
    for (const item of row) y[item] = top + height / 2;
    bands.push({ top, bottom: top + height });
    const slant = Math.max(
      0,
      ...row.flatMap((item) =>
        (neighbours.get(item)?.down ?? []).map((other) => Math.abs((x[other] as number) - (x[item] as number))),
      ),
    );
    top += height + (index === rows.length - 1 ? margin : leastGap + Math.min(24, slant / 14));
  });
  return {
    x: x.map((value) => value - left + margin),
    y,
    bands: items.map((_, item) => bands[rowOf.get(item) as number] as { top: number; bottom: number }),
    width: right - left + 2 * margin,
    height: top,
  };
}
