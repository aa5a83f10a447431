/** The React tree of a flow. */
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type SessionEvent, screenOf } from '../../engine/session/session.ts';
import { showScreen } from '../boot/show-screen.ts';
import type { BlockViews } from '../parts/view.ts';
import type { FlowBundle } from './bundle.ts';
import { syncFields, syncQuestion } from './fields.ts';
import type { SessionActor } from './page-actor.ts';
import { Stage } from './Stage.tsx';

interface FlowViewProps {
  readonly actor: SessionActor;
  readonly bundle: FlowBundle;
  readonly views: BlockViews;
  readonly root: HTMLElement;
  readonly dispatch: (event: SessionEvent) => void;
  /** The signed log in the server's HTML. Hydration requires the same value. */
  readonly log: string | null;
  /** Reports when retries of a call start and end. */
  readonly watchRetries: (report: (again: boolean) => void) => void;
}

export function FlowView({ actor, bundle, views, root, dispatch, log, watchRetries }: FlowViewProps) {
  const [retrying, setRetrying] = useState(false);
  useEffect(() => watchRetries(setRetrying), [watchRetries]);
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
