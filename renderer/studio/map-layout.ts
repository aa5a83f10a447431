/** Where the screens of a flow are drawn: by the layout of `funnel graph`. */
import { layered } from '../../engine/graph/layers.ts';
import { placed } from '../../engine/graph/places.ts';
import { edgePaths } from '../../engine/graph/routes.ts';
import type { FlowMap, MapScreen, MapTransition } from './contract.ts';

export interface PlacedScreen extends MapScreen {
  /** The upper left corner. */
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
const margin = 14;

export function layoutOf({ start, screens: all, transitions: given }: FlowMap): MapLayout {
  // The first node is drawn at the top.
  const screens = [...all].sort((a, b) => Number(b.id === start) - Number(a.id === start));
  const index = new Map(screens.map(({ id }, at) => [id, at]));
  const transitions = given.filter(({ from, to }) => from !== to && index.has(from) && index.has(to));
  const layers = layered(
    screens.map(() => node),
    transitions.map(({ from, to }) => ({ from: index.get(from) as number, to: index.get(to) as number, label: null })),
  );
  const places = placed(layers, margin);
  const paths = edgePaths(layers, places, { x: 0, y: 0 });
  const y = (id: string): number => places.y[index.get(id) as number] as number;
  return {
    width: Math.ceil(places.width),
    height: Math.ceil(places.height),
    screens: screens.map((screen, at) => ({
      ...screen,
      x: (places.x[at] as number) - node.width / 2,
      y: (places.y[at] as number) - node.height / 2,
    })),
    transitions: transitions.map((each, at) => ({
      ...each,
      d: paths[at] as string,
      isBack: y(each.to) <= y(each.from),
    })),
  };
}
