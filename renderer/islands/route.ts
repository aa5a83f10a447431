/** Addresses of a flow's screens, and the history entries that name them. */

import type { FlowDefinition } from '../../engine/definition.ts';
import { hasPaths } from '../../engine/flow/carried.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { screensOf } from '../../engine/flow/steps.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { stepAt } from '../../engine/session/session.ts';
import { entryScreen } from '../boot/protocol.ts';

/** Shows an address: in a history entry of its own, or in place of the current one. */
export type Navigate = (address: string, screen: string, replace: boolean) => void;

/** A history entry as the router writes it, for the one the visitor came in by. */
const historyState = (screen: string) => ({ usr: { screen }, key: 'default', idx: history.state?.idx ?? 0 });

/** Names the entry the visitor came in by, or gives it another address, before the router is there. */
export const nameEntry = (screen: string, address?: string): void =>
  history.replaceState(historyState(screen), '', address);

/** The address of a screen. A visitor who came by another path of its step keeps that path. */
export function screenAddress(
  compiled: CompiledFlow,
  { path, query, screen }: Extract<Effect, { kind: 'navigate' }>,
): string {
  if (path === null) return location.pathname + location.search;
  const own = stepAt(compiled, location.pathname) === screen.split('.')[0] ? location.pathname : path;
  const search = new URLSearchParams(query).toString();
  return search === '' ? own : `${own}?${search}`;
}

/** Whether the current entry is of a step that passes by itself: what follows takes its place, or Back would return to it. */
export const isPassing = ({ steps }: FlowDefinition): boolean =>
  steps[entryScreen()?.split('.')[0] ?? '']?.wait !== undefined;

/** Whether a flow has screens to go back to: only then it needs the router. */
export const hasHistory = (flow: FlowDefinition): boolean => hasPaths(flow) && screensOf(flow).length > 1;
