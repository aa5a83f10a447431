/** The React tree of a flow. */
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { type SessionEvent, screenOf } from '../../engine/session/session.ts';
import type { BlockViews } from '../parts/view.ts';
import type { AfterDraw } from './after-draw.ts';
import type { ViewHooks } from './island.ts';
import type { SessionActor } from './page-actor.ts';
import type { IslandParts } from './parts.ts';
import { Stage } from './Stage.tsx';

interface FlowViewProps {
  readonly parts: IslandParts;
  readonly views: BlockViews;
  readonly actor: SessionActor;
  readonly hooks: ViewHooks;
  readonly dispatch: (event: SessionEvent) => void;
  readonly afterDraw: AfterDraw;
  /** The signed log in the server's HTML. Hydration requires the same value. */
  readonly log: string | null;
}

export function FlowView({ parts: { root, bundle }, views, actor, hooks, dispatch, afterDraw, log }: FlowViewProps) {
  const [retrying, setRetrying] = useState(false);
  useEffect(() => {
    hooks.retrying = setRetrying;
  }, [hooks]);
  const session = useSelector(actor, (snapshot) => snapshot.context.session);
  const { event } = actor.getSnapshot().context;
  const screen = screenOf(session);
  useLayoutEffect(() => afterDraw(session, screen, event));
  return (
    <Stage
      session={session}
      screen={retrying ? { ...screen, retrying } : screen}
      site={bundle.site}
      views={views}
      heading={root.dataset['heading'] === '2' ? 2 : 1}
      send={dispatch}
      log={log}
      instance={root.dataset['instance'] ?? null}
    />
  );
}
