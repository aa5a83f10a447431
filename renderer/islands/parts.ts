/** What an island fetches before its session starts. */
import type { RuleTable } from '../../engine/rules/schemas.ts';
import type { BlockViews } from '../parts/view.ts';
import { type FlowBundle, fetchBundle } from './bundle.ts';
import type { OverlayHost } from './overlay.ts';
import { hasHistory } from './route.ts';
import { viewsFor } from './views.ts';

export interface IslandParts {
  readonly root: HTMLElement;
  readonly bundle: FlowBundle;
  readonly views: BlockViews;
  /** The router; null for a flow without a history of its own. */
  readonly router: Pick<typeof import('./routed.tsx'), 'Routed'> | null;
  /** The overlay that the flow belongs to; null for the flow of a page. */
  readonly overlay: OverlayHost | null;
  /** The rules that most forms do not have; null if no form of the flow has any. */
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
  const [views, router, more] = await Promise.all([
    viewsFor(root),
    hasHistory(bundle.flow) ? import('./routed.tsx') : null,
    bundle.forms.some((form) => form.more)
      ? import('./more.ts').then((module) => module.fetchMore(bundle.forms))
      : null,
  ]);
  return { root, bundle, views, router, overlay, more };
}
