/** Addresses of a flow's screens. */

import type { FlowDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { stepAt } from '../../engine/session/session.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import { entryScreen } from '../boot/protocol.ts';

/** The address of a screen. Keeps the current path if it is another path of the same step. */
export function screenAddress(
  compiled: CompiledFlow,
  { path, query, screen }: Extract<Effect, { kind: 'navigate' }>,
): string {
  if (path === null) return location.pathname + location.search;
  const own = stepAt(compiled, location.pathname) === screen.split('.')[0] ? location.pathname : path;
  const search = new URLSearchParams(query).toString();
  return search === '' ? own : `${own}?${search}`;
}

/** Whether the current entry belongs to a waiting step. The next step replaces it, so that Back does not return to it. */
export const isPassing = ({ steps }: FlowDefinition): boolean =>
  stepRole(steps[entryScreen()?.split('.')[0] ?? '']) === 'pause';
