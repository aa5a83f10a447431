/** Keeps address and machine together: the machine leads, back and forward ask it. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { leafOf, type SessionEvent } from '../../engine/session/session.ts';
import type { SessionActor } from './page-actor.ts';
import { stepAt } from './start.ts';

/** Shows an address: in a history entry of its own, or in place of the one at hand. */
export type Navigate = (address: string, screen: string, replace: boolean) => void;

/** A history entry as the router writes it, for the one the visitor came in by. */
const historyState = (screen: string) => ({ usr: { screen }, key: 'default', idx: 0 });

/** Names the entry the visitor came in by, or gives it another address, before the router is there. */
export const nameEntry = (screen: string, address?: string): void =>
  history.replaceState(historyState(screen), '', address);

/** The address of a screen. A visitor who came by another path of its step keeps that path. */
export function addressOf(
  compiled: CompiledFlow,
  { path, query, screen }: Extract<Effect, { kind: 'navigate' }>,
): string {
  const own = stepAt(compiled, location.pathname) === screen.split('.')[0] ? location.pathname : path;
  const search = new URLSearchParams(query).toString();
  return search === '' ? own : `${own}?${search}`;
}

interface Route {
  readonly actor: SessionActor;
  readonly dispatch: (event: SessionEvent) => void;
  readonly mounted: (navigate: Navigate) => void;
}

/** Follows the browser's history while mounted. */
export function useRoute({ actor, dispatch, mounted }: Route): void {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  const ready = useRef(false);
  useEffect(() => {
    mounted((address, screen, replace) => navigate(address, { state: { screen }, replace }));
  }, [navigate, mounted]);
  useEffect(() => {
    const held = (): string => leafOf(actor.getSnapshot().context.session).screen;
    const { compiled } = actor.getSnapshot().context.session;
    const asked = (location.state as { screen?: string } | null)?.screen ?? stepAt(compiled, location.pathname);
    if (ready.current && kind === 'POP' && asked !== null && asked !== held()) {
      dispatch({ type: 'GO', screen: asked });
      // Whoever cannot be shown it, such as after a reload that lost an answer, is shown what its address stands for.
      if (held() !== asked) window.location.reload();
    }
    ready.current = true;
  }, [location, kind, actor, dispatch]);
}
