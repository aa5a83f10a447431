/** Addresses of a flow's screens. */
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { FlowDefinition } from '../../engine/definition.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { stepAt } from '../../engine/session/session.ts';

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

/** Whether a flow has more than one address: only then it needs the router. */
export const spansPaths = ({ steps }: FlowDefinition): boolean =>
  Object.values(steps).filter(({ path }) => path !== undefined).length > 1;
