/** Keeps the address and the machine in sync: the machine navigates; Back and Forward send it events. Loaded for flows with several paths. */
import { type ReactNode, useEffect, useState } from 'react';
import {
  createPath,
  NavigationType,
  type Navigator,
  Router,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { leafOf, stepAt } from '../../engine/session/session.ts';
import { nextEntry } from '../boot/entries.ts';
import type { IslandSession, ViewHooks } from './island.ts';

interface RoutedProps {
  readonly session: IslandSession;
  readonly hooks: ViewHooks;
  readonly children: ReactNode;
}

/** Sends Back and Forward to the session while mounted. */
function History({ session: { actor, dispatch }, hooks }: Omit<RoutedProps, 'children'>): null {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    hooks.go = (address, screen, replace) => void navigate(address, { state: nextEntry(screen, replace), replace });
  }, [navigate, hooks]);
  useEffect(() => {
    const current = (): string => leafOf(actor.getSnapshot().context.session).screen;
    const { compiled } = actor.getSnapshot().context.session;
    const wanted = (location.state as { screen?: string } | null)?.screen ?? stepAt(compiled, location.pathname);
    // The address may have changed while the code was loading.
    if (kind === NavigationType.Pop && wanted !== null && wanted !== current()) {
      dispatch({ type: 'GO', screen: wanted });
      // If the session does not enter the screen, as after a reload that lost an answer, the server renders the address.
      if (current() !== wanted) window.location.reload();
    }
  }, [location, kind, actor, dispatch]);
  return null;
}

/** The current history entry as a location of the router. */
const currentEntry = (navigationType: NavigationType) => {
  const { pathname, search, hash } = window.location;
  return { location: { pathname, search, hash, state: history.state as unknown }, navigationType };
};

/**
 * A flow's island with the browser's history. `BrowserRouter` keeps the state of an entry in a format of its own, which the
 * boot script would have to know; here an entry's state is the engine's.
 */
export function Routed({ children, ...props }: RoutedProps) {
  const [entry, setEntry] = useState(() => currentEntry(NavigationType.Pop));
  const [navigator] = useState((): Navigator => {
    const write =
      (method: 'pushState' | 'replaceState', kind: NavigationType): Navigator['push'] =>
      (to, state) => {
        history[method](state, '', navigator.createHref(to));
        setEntry(currentEntry(kind));
      };
    const navigator: Navigator = {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (by) => history.go(by),
      push: write('pushState', NavigationType.Push),
      replace: write('replaceState', NavigationType.Replace),
    };
    return navigator;
  });
  useEffect(() => {
    const popped = (): void => setEntry(currentEntry(NavigationType.Pop));
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }, []);
  return (
    <Router navigator={navigator} {...entry}>
      <History {...props} />
      {children}
    </Router>
  );
}
