/** The lines of a layered graph: SVG paths that pass between its nodes. */
import { lengthText, slant } from './boxes.ts';
import type { LayerItem, Layers } from './layers.ts';
import type { Places } from './places.ts';

/**
 * The path of each edge, from its first node to its last, with room for an arrow at its end.
 * @param offset added to all places, in pixels
 */
export function edgePaths(
  { items, chains }: Layers,
  places: Places,
  offset: { readonly x: number; readonly y: number },
): string[] {
  const x = (item: number): number => (places.x[item] as number) + offset.x;
  const y = (item: number): number => (places.y[item] as number) + offset.y;
  const band = (item: number) => {
    const { top, bottom } = places.bands[item] as Places['bands'][number];
    return { top: top + offset.y, bottom: bottom + offset.y };
  };
  const itemAt = (item: number): LayerItem => items[item] as LayerItem;

  // The edges at each side of a node leave it side by side, in the order of their next items.
  const ports = new Map<string, number>();
  items.forEach(({ kind, width }, node) => {
    if (kind !== 'node') return;
    for (const side of ['up', 'down'] as const) {
      const own = chains.flatMap((chain, edge) =>
        [
          [chain[0], chain[1], 'out'],
          [chain.at(-1), chain.at(-2), 'in'],
        ].flatMap(([end, next, way]) =>
          end === node && y(next as number) > y(node) === (side === 'down')
            ? [{ key: `${edge} ${way}`, to: x(next as number) }]
            : [],
        ),
      );
      own.sort((a, b) => a.to - b.to);
      const step = Math.min(26, (width - 2 * slant - 8) / Math.max(1, own.length));
      for (const [at, { key }] of own.entries()) ports.set(key, x(node) + (at - (own.length - 1) / 2) * step);
    }
  });

  /** Each layer is crossed vertically, beside its boxes, and curves lie between layers. */
  return chains.map((chain, at) => {
    const [first, last] = [chain[0] as number, chain.at(-1) as number];
    const down = y(first) < y(last) ? 1 : -1;
    const enter = (item: number): number => (down > 0 ? band(item).top : band(item).bottom);
    const leave = (item: number): number => (down > 0 ? band(item).bottom : band(item).top);
    const half = (item: number): number => (itemAt(item).height / 2) * down;
    const columns = chain.map((item) => x(item));
    columns[0] = ports.get(`${at} out`) as number;
    columns[chain.length - 1] = ports.get(`${at} in`) as number;
    const commands = [`M${lengthText(columns[0])} ${lengthText(y(first) + half(first))}V${lengthText(leave(first))}`];
    chain.slice(1).forEach((item, index) => {
      const [from, to] = [columns[index] as number, columns[index + 1] as number];
      const isLast = index === chain.length - 2;
      const start = leave(chain[index] as number);
      // The arrow needs a straight end.
      const end = isLast ? enter(item) - down * 9 : enter(item);
      const middle = lengthText((start + end) / 2);
      const curve = `C${lengthText(from)} ${middle} ${lengthText(to)} ${middle} ${lengthText(to)} ${lengthText(end)}`;
      commands.push(`${curve}V${lengthText(isLast ? y(item) - half(item) - down * 1.5 : leave(item))}`);
    });
    return commands.join('');
  });
}
