import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

interface Anchor {
  readonly id: string;
  readonly source: Source<unknown>;
  readonly path: DataPath;
  /** The conditions under which visitors see the block. */
  readonly when: readonly unknown[];
}

/** Checks that blocks which a visitor sees together have different ids: those of a page, and of a step in its frame. */
export function checkAnchors(draft: Draft): void {
  for (const page of draft.pages.values()) checkAmong(draft, anchorsIn(draft, page), []);
  for (const flow of draft.flows.values()) {
    const frame = draft.pages.get(flow.data.page ?? '');
    const around = frame === undefined ? [] : anchorsIn(draft, frame);
    const all = anchorsIn(draft, flow);
    for (const step of Object.keys(flow.data.steps)) {
      const own = all.filter(({ path }) => path[1] === step);
      checkAmong(draft, own, around);
    }
  }
}

function checkAmong({ report }: Draft, anchors: readonly Anchor[], around: readonly Anchor[]): void {
  anchors.forEach((anchor, index) => {
    const { id, source, path } = anchor;
    const taken = [...around, ...anchors.slice(0, index)].find((each) => each.id === id && areTogether(each, anchor));
    if (taken === undefined) return;
    const place = source.place(path);
    const first = taken.source.place(taken.path);
    const file = first.file ?? taken.source;
    // A part that is inserted twice cannot have other ids. Links lead to the first.
    if (file === (place.file ?? source) && first.offset === place.offset) return;
    const other = `${file.path}:${file.position(first.offset).line}`;
    report.add('id-taken', source, place, { kind: 'block', id, other });
  });
}

/** Whether one is seen whenever the other is. Blocks with unlike conditions may exclude one another. */
const areTogether = ({ when: a }: Anchor, { when: b }: Anchor): boolean =>
  a.every((each) => b.includes(each)) || b.every((each) => a.includes(each));

function anchorsIn(draft: Draft, source: Source<unknown>): Anchor[] {
  return draft.contents(source).named.flatMap(({ name, value, path }) => {
    if (name !== 'anchor') return [];
    const when: unknown[] = [];
    let below: unknown = source.data;
    for (const segment of path) {
      if (typeof below !== 'object' || below === null) break;
      if ('when' in below) when.push(below.when);
      below = (below as Record<string | number, unknown>)[segment];
    }
    return [{ id: String(value.id), source, path, when }];
  });
}
