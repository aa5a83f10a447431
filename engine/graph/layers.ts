/**
 * Layered drawing of directed graphs: K. Sugiyama, S. Tagawa, M. Toda, Methods for Visual Understanding of Hierarchical
 * System Structures, 1981. Cycles are broken by depth-first search, layers are assigned by longest paths, long edges
 * get an item per layer, and the items of a layer are ordered by barycentres.
 */

/** An edge between two nodes, by their indices. */
export interface LayeredEdge {
  readonly from: number;
  readonly to: number;
  /** The size of its label; null if it has none. */
  readonly label: { readonly width: number; readonly height: number } | null;
}

/** A node, the label of an edge, or the place where an edge crosses a layer. */
export interface LayerItem {
  readonly kind: 'node' | 'label' | 'bend';
  readonly width: number;
  readonly height: number;
}

/** A layered graph. */
export interface Layers {
  /** The nodes by their index, then labels and bends. */
  readonly items: readonly LayerItem[];
  /** The indices of the items of each layer, from left to right. */
  readonly rows: readonly (readonly number[])[];
  /** The items that each edge passes, from its first node to its last, in the direction of the edge. */
  readonly chains: readonly (readonly number[])[];
}

/** Which edges lead back: those that close a cycle in a depth-first search from the first node. */
function backEdges(count: number, edges: readonly LayeredEdge[]): ReadonlySet<LayeredEdge> {
  const back = new Set<LayeredEdge>();
  const state = new Map<number, 'open' | 'done'>();
  const visit = (node: number): void => {
    state.set(node, 'open');
    for (const edge of edges) {
      if (edge.from !== node) continue;
      if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) visit(edge.to);
    }
    state.set(node, 'done');
  };
  for (let node = 0; node < count; node += 1) if (!state.has(node)) visit(node);
  return back;
}

/** The layer of each node: two below its lowest predecessor, so that a layer for labels lies between. */
function layersOf(count: number, down: readonly (readonly [upper: number, lower: number])[]): number[] {
  const layer = new Array<number>(count).fill(0);
  // Each round fixes at least one more layer of the longest path.
  for (let round = 0; round < count; round += 1) {
    let changed = false;
    for (const [upper, lower] of down)
      if ((layer[lower] as number) < (layer[upper] as number) + 2) {
        layer[lower] = (layer[upper] as number) + 2;
        changed = true;
      }
    if (!changed) break;
  }
  // A node without predecessors stands just above its highest successor.
  for (let node = 1; node < count; node += 1) {
    const below = down.filter(([upper]) => upper === node).map(([, lower]) => layer[lower] as number);
    if (below.length > 0 && !down.some(([, lower]) => lower === node))
      layer[node] = Math.max(0, Math.min(...below) - 2);
  }
  return layer;
}

/** How many pairs of the segments between two neighbouring layers cross. */
function crossings(
  upper: readonly number[],
  lower: readonly number[],
  below: ReadonlyMap<number, readonly number[]>,
): number {
  const at = new Map(lower.map((item, index) => [item, index]));
  const ends = upper.flatMap((item) =>
    (below.get(item) ?? []).map((end) => at.get(end) as number).sort((a, b) => a - b),
  );
  let count = 0;
  for (let i = 0; i < ends.length; i += 1)
    for (let j = i + 1; j < ends.length; j += 1) if ((ends[i] as number) > (ends[j] as number)) count += 1;
  return count;
}

/** How often the layers are reordered; small graphs settle after a few. */
const sweeps = 24;

/** The order with the fewest crossings that barycentres find, downwards and upwards in turn. */
function ordered(
  rows: readonly (readonly number[])[],
  below: ReadonlyMap<number, readonly number[]>,
  above: ReadonlyMap<number, readonly number[]>,
): readonly (readonly number[])[] {
  const total = (some: readonly (readonly number[])[]): number =>
    some.slice(1).reduce((sum, row, index) => sum + crossings(some[index] as readonly number[], row, below), 0);
  let current = rows.map((row) => [...row]);
  let [fewest, found] = [total(current), current];
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    const isDown = sweep % 2 === 0;
    const neighbours = isDown ? above : below;
    current = current.map((row) => [...row]);
    const order = current.map((_, index) => index);
    for (const index of isDown ? order.slice(1) : order.reverse().slice(1)) {
      const fixed = current[isDown ? index - 1 : index + 1] as number[];
      const at = new Map(fixed.map((item, place) => [item, place]));
      const row = current[index] as number[];
      const centre = new Map(
        row.map((item, place) => {
          const places = (neighbours.get(item) ?? []).map((each) => at.get(each) as number);
          return [item, places.length === 0 ? place : places.reduce((a, b) => a + b, 0) / places.length];
        }),
      );
      row.sort((a, b) => (centre.get(a) as number) - (centre.get(b) as number));
    }
    const now = total(current);
    if (now < fewest) [fewest, found] = [now, current];
  }
  return found;
}

/**
 * Assigns nodes and edges to layers and orders them.
 * @param nodes sizes; the first node is at the top
 * @param edges without an edge from a node to itself
 */
export function layered(
  nodes: readonly { readonly width: number; readonly height: number }[],
  edges: readonly LayeredEdge[],
): Layers {
  const back = backEdges(nodes.length, edges);
  const down = edges.map((edge): readonly [number, number] =>
    back.has(edge) ? [edge.to, edge.from] : [edge.from, edge.to],
  );
  const layer = layersOf(nodes.length, down);
  const items: LayerItem[] = nodes.map(({ width, height }) => ({ kind: 'node', width, height }));
  const rows: number[][] = Array.from({ length: Math.max(0, ...layer) + 1 }, () => []);
  for (const [node, at] of layer.entries()) rows[at]?.push(node);
  const below = new Map<number, number[]>();
  const above = new Map<number, number[]>();
  const chains = edges.map((edge, index) => {
    const [upper, lower] = down[index] as readonly [number, number];
    const [first, last] = [layer[upper] as number, layer[lower] as number];
    // The label is beside the node that the edge leaves.
    const labelled = back.has(edge) ? last - 1 : first + 1;
    const chain = [upper];
    for (let at = first + 1; at < last; at += 1) {
      const isLabel = at === labelled && edge.label !== null;
      chain.push(items.length);
      rows[at]?.push(items.length);
      items.push(
        isLabel && edge.label !== null ? { kind: 'label', ...edge.label } : { kind: 'bend', width: 0, height: 0 },
      );
    }
    chain.push(lower);
    chain.slice(1).forEach((item, place) => {
      const before = chain[place] as number;
      below.set(before, [...(below.get(before) ?? []), item]);
      above.set(item, [...(above.get(item) ?? []), before]);
    });
    return back.has(edge) ? chain.reverse() : chain;
  });
  return { items, rows: ordered(rows, below, above), chains };
}
