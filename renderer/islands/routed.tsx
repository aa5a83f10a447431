/** Keeps the address and the machine in sync: the machine navigates; Back and Forward send it events. Loaded for flows with several paths. */
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

/** Sends Back and Forward to the session while mounted. */
function History({ actor, dispatch, mounted }: Omit<RoutedProps, 'children'>): null {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    mounted((address, screen, replace) => navigate(address, { state: { screen }, replace }));
  }, [navigate, mounted]);
  useEffect(() => {
    const current = (): string => leafOf(actor.getSnapshot().context.session).screen;
    const { compiled } = actor.getSnapshot().context.session;
    const wanted = (location.state as { screen?: string } | null)?.screen ?? stepAt(compiled, location.pathname);
    // The address may have changed while the code was loading.
    if (kind === 'POP' && wanted !== null && wanted !== current()) {
      dispatch({ type: 'GO', screen: wanted });
      // If the session does not enter the screen, as after a reload that lost an answer, the server renders the address.
      if (current() !== wanted) window.location.reload();
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
