/** Keeps address and machine together: the machine leads, back and forward ask it. Fetched by flows that span paths. */
import { type ReactNode, useEffect } from 'react';
import { BrowserRouter, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { leafOf, type SessionEvent, stepAt } from '../../engine/session/session.ts';
import type { SessionActor } from './page-actor.ts';
import type { Navigate } from './route.ts';

interface RoutedProps {
  readonly actor: SessionActor;
  readonly dispatch: (event: SessionEvent) => void;
  readonly mounted: (navigate: Navigate) => void;
  readonly children: ReactNode;
}

/** Follows the browser's history while mounted. */
function History({ actor, dispatch, mounted }: Omit<RoutedProps, 'children'>): null {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    mounted((address, screen, replace) => navigate(address, { state: { screen }, replace }));
  }, [navigate, mounted]);
  useEffect(() => {
    const held = (): string => leafOf(actor.getSnapshot().context.session).screen;
    const { compiled } = actor.getSnapshot().context.session;
    const asked = (location.state as { screen?: string } | null)?.screen ?? stepAt(compiled, location.pathname);
    // The address may have changed while the code was on its way.
    if (kind === 'POP' && asked !== null && asked !== held()) {
      dispatch({ type: 'GO', screen: asked });
      // Whoever cannot be shown it, such as after a reload that lost an answer, is shown what its address stands for.
      if (held() !== asked) window.location.reload();
    }
  }, [location, kind, actor, dispatch]);
  return null;
}

/** A flow's island with the browser's history. */
export const Routed = ({ children, ...props }: RoutedProps) => (
  <BrowserRouter>
    <History {...props} />
    {children}
  </BrowserRouter>
);
