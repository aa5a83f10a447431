/** The React tree of a flow. */
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { screenOf } from '../../engine/session/session.ts';
import { showScreen } from '../boot/show-screen.ts';
import { syncFields, syncQuestion } from './fields.ts';
import type { IslandSession, ViewHooks } from './island.ts';
import type { IslandParts } from './parts.ts';
import { Stage } from './Stage.tsx';

interface FlowViewProps {
  readonly parts: IslandParts;
  readonly session: IslandSession;
  readonly hooks: ViewHooks;
  /** The signed log in the server's HTML. Hydration requires the same value. */
  readonly log: string | null;
}

export function FlowView({ parts: { root, bundle, views }, session: { actor, dispatch }, hooks, log }: FlowViewProps) {
  const [retrying, setRetrying] = useState(false);
  useEffect(() => {
    hooks.retrying = setRetrying;
  }, [hooks]);
  const session = useSelector(actor, (snapshot) => snapshot.context.session);
  const screen = screenOf(session);
  // A loaded step counts as another screen than its skeleton.
  const place = screen.status === 'loading' ? `${screen.id}.` : screen.id;
  const shown = useRef(place);
  useLayoutEffect(() => {
    // Questions share the elements of their options, which keep their checked state.
    if (shown.current !== place && screen.question !== null) syncQuestion(root, screen.question.selected);
  }, [screen, place, root]);
  useEffect(() => {
    if (shown.current === place) return;
    const sameStep = shown.current.split('.')[0] === screen.step;
    shown.current = place;
    showScreen(root, sameStep);
  }, [place, screen.step, root]);
  useEffect(() => {
    // The screen may contain behaviours, and a new path is a page view.
    window.funnel?.behave();
    if (root.dataset['instance'] === undefined) window.funnel?.viewed();
  });
  const sending = screen.status === 'calling';
  useEffect(() => {
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea'))
      field.readOnly = sending;
  }, [sending, root]);
  const { event } = actor.getSnapshot().context;
  useEffect(() => {
    if (event !== null && event.type !== 'INPUT') syncFields(root, session.snapshot.context.values);
  }, [event, root, session]);
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
