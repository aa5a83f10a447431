/** What an island fetches before its session starts. */
import type { RuleTable } from '../../engine/rules/tests.ts';
import type { BlockViews } from '../parts/view.ts';
import { type FlowBundle, fetchBundle } from './bundle.ts';
import type { OverlayHost } from './overlay.ts';
import { viewsFor } from './views.ts';

export interface IslandParts {
  readonly root: HTMLElement;
  readonly bundle: FlowBundle;
  readonly views: BlockViews;
  /** The overlay that the flow belongs to; null for the flow of a page. */
  readonly overlay: OverlayHost | null;
  /** The rules that most forms do not have; null if the flow needs no code of that kind. */
  readonly more: Partial<RuleTable> | null;
}

/** Fetches the data and the code of an island. */
export async function fetchParts(root: HTMLElement): Promise<IslandParts> {
  const fetched = fetchBundle(root);
  const overlay =
    root.dataset['instance'] === undefined
      ? null
      : await import('./overlay.ts').then((module) => module.overlayOf(root));
  const bundle = await fetched;
  const [views, more] = await Promise.all([
    viewsFor(root),
    bundle.more ? import('./more.ts').then((module) => module.fetchMore(bundle, root)) : null,
  ]);
  return { root, bundle, views, overlay, more };
}
