/** What an island fetches before its session starts. */
import type { Arrange } from '../boot/arrange.ts';
import { type FlowBundle, fetchBundle } from './bundle.ts';
import type { OverlayHost } from './overlay.ts';

export interface IslandParts {
  readonly root: HTMLElement;
  readonly bundle: FlowBundle;
  /** The overlay that the flow belongs to; null for the flow of a page. */
  readonly overlay: OverlayHost | null;
  /** Puts the options of a screen into the order of the visit; null if they keep that of the file. */
  readonly arrange: Arrange | null;
}

/** Fetches the data and the code of an island. */
export async function fetchParts(root: HTMLElement): Promise<IslandParts> {
  const fetched = fetchBundle(root);
  const overlay =
    root.dataset['instance'] === undefined
      ? null
      : await import('./overlay.ts').then((module) => module.overlayOf(root));
  const bundle = await fetched;
  const arrange = bundle.more ? await import('./more.ts').then((module) => module.fetchMore(bundle, root)) : null;
  return { root, bundle, overlay, arrange };
}
