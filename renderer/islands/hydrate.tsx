/** Draws an island with React. It goes on with the session that the island has. */
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { postedNames } from '../../engine/flow/post-names.ts';
import type { BlockViews } from '../parts/view.ts';
import type { AfterDraw } from './after-draw.ts';
import { FlowView } from './FlowView.tsx';
import type { IslandSession, ViewHooks } from './island.ts';
import { fetchMoreViews } from './more-views.ts';
import { mount } from './mount.tsx';
import type { IslandParts } from './parts.ts';
import { viewsFor } from './views.ts';

/** Fetches the views of a flow. Call it before `drawWithReact`, which must not wait. */
export async function fetchViews({ root, bundle }: IslandParts): Promise<BlockViews> {
  const [views] = await Promise.all([viewsFor(root), fetchMoreViews(bundle)]);
  return views;
}

interface Drawing {
  readonly parts: IslandParts;
  readonly session: Pick<IslandSession, 'id' | 'actor' | 'dispatch'>;
  readonly views: BlockViews;
  readonly hooks: ViewHooks;
  readonly afterDraw: AfterDraw;
  /** Whether the server's HTML shows the screen of the session; otherwise it is replaced. */
  readonly isDrawn: boolean;
}

/** Hydrates the server's HTML, or replaces that of another screen. Resolves once React has drawn. */
export function drawWithReact({ parts, session, views, hooks, afterDraw, isDrawn }: Drawing): Promise<Root> {
  const { root } = parts;
  const { id, actor, dispatch } = session;
  const log = root.querySelector<HTMLInputElement>(`[name="${postedNames.log}"]`)?.value ?? null;
  const props = { parts, views, actor, hooks, dispatch, afterDraw, log };
  const treeWith = (committed: ReactNode): ReactNode => (
    <>
      <FlowView {...props} />
      {committed}
    </>
  );
  return mount(root, treeWith, isDrawn, `${id}-`);
}
