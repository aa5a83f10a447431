import type { DataPath, Source } from '../source/source.ts';
import type { Draft } from './draft.ts';

/** The ids of the blocks below a path, to which links can lead. */
export function anchorsBelow(draft: Draft, source: Source<unknown>, below: DataPath): Set<string> {
  const found = new Set<string>();
  for (const { name, value, path } of draft.contents(source).named) {
    if (name === 'anchor' && below.every((segment, index) => path[index] === segment)) found.add(String(value.id));
  }
  return found;
}

/** The ids that a visitor of a route sees: those of the page, and of the step in its frame. */
export function anchorsOfRoute(draft: Draft, route: string): Set<string> {
  const { page, flow, step, overlay } = draft.routes.get(route) ?? { page: '', flow: null, step: null };
  // An overlay's own page shows none of the blocks of the page it belongs to.
  const frame = overlay === undefined ? draft.pages.get(page) : undefined;
  const drawn = flow === null ? undefined : draft.flows.get(flow);
  return new Set([
    ...(frame ? anchorsBelow(draft, frame, []) : []),
    ...(drawn && step !== null ? anchorsBelow(draft, drawn, ['steps', step]) : []),
  ]);
}
