/** Where the screens of a flow are drawn: in rows by their distance from the start. */
import type { FlowMap, MapScreen, MapTransition } from './contract.ts';

export interface PlacedScreen extends MapScreen {
  readonly x: number;
  readonly y: number;
}

export interface PlacedTransition extends MapTransition {
  /** An SVG path. */
  readonly d: string;
  readonly isBack: boolean;
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly screens: readonly PlacedScreen[];
  readonly transitions: readonly PlacedTransition[];
}

/** Pixels. */
export const node = { width: 188, height: 44 } as const;
const gap = { x: 20, y: 36 } as const;
const margin = 14;
/** Each line back has a lane of its own at the right. */
const lane = 10;
const mostLanes = 8;

/** The number of transitions from the start to each screen; screens without a way are last. */
function rowsOf({ start, screens, transitions }: FlowMap): Map<string, number> {
  const rows = new Map([[start, 0]]);
  for (const [from, row] of rows)
    for (const each of transitions) if (each.from === from && !rows.has(each.to)) rows.set(each.to, row + 1);
  const last = Math.max(...rows.values()) + 1;
  for (const { id } of screens) if (!rows.has(id)) rows.set(id, last);
  return rows;
}

export function layoutOf(map: FlowMap): MapLayout {
  const rows = rowsOf(map);
  const byRow = new Map<number, MapScreen[]>();
  for (const screen of map.screens) {
    const row = rows.get(screen.id) as number;
    byRow.set(row, [...(byRow.get(row) ?? []), screen]);
  }
  const widest = Math.max(1, ...[...byRow.values()].map((row) => row.length));
  const inner = widest * node.width + (widest - 1) * gap.x;
  const places = new Map<string, PlacedScreen>();
  for (const [row, screens] of byRow) {
    const indent = (inner - (screens.length * node.width + (screens.length - 1) * gap.x)) / 2;
    screens.forEach((screen, column) => {
      const x = margin + indent + column * (node.width + gap.x);
      places.set(screen.id, { ...screen, x, y: margin + row * (node.height + gap.y) });
    });
  }
  let lanes = 0;
  const transitions = map.transitions.flatMap((each): PlacedTransition[] => {
    const [from, to] = [places.get(each.from), places.get(each.to)];
    if (from === undefined || to === undefined) return [];
    const isBack = to.y <= from.y;
    if (!isBack) {
      const [x1, y1, x2, y2] = [from.x + node.width / 2, from.y + node.height, to.x + node.width / 2, to.y - 5];
      const bend = Math.min(40, (y2 - y1) / 2);
      return [{ ...each, isBack, d: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}` }];
    }
    const x = margin + inner + 12 + (lanes++ % mostLanes) * lane;
    const [y1, y2] = [from.y + node.height / 2 + 6, to.y + node.height / 2 - 6];
    const d = `M${from.x + node.width} ${y1}C${x} ${y1} ${x} ${y1} ${x} ${(y1 + y2) / 2}S${x} ${y2} ${to.x + node.width + 5} ${y2}`;
    return [{ ...each, isBack, d }];
  });
  const shownLanes = Math.min(lanes, mostLanes);
  return {
    width: inner + 2 * margin + (shownLanes === 0 ? 0 : 12 + shownLanes * lane),
    height: Math.max(0, ...[...places.values()].map(({ y }) => y)) + node.height + margin,
    screens: [...places.values()],
    transitions,
  };
}
