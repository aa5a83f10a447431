/** Keeps a visit for a reload within the tab: what was answered, never personal values. */

import type { CompiledFlow } from '../../engine/compile/index.ts';
import { type Session, screenOf } from '../../engine/session/session.ts';
import { personalNames } from '../../engine/trace/mask.ts';
import type { Json } from '../../schemas/compiled.ts';
import { afterPaint } from '../boot/after-paint.ts';
import { type SavedVisit, savedKey } from '../boot/protocol.ts';

/**
 * Saves visits after the paint, and at once when the page goes: writing to storage costs a slow phone more than
 * drawing a question.
 */
export function createSaver(): (session: Session) => void {
  let latest: Session | null = null;
  const save = (): void => {
    if (latest !== null) saveVisit(latest, location.pathname);
    latest = null;
  };
  addEventListener('pagehide', save);
  return (session) => {
    if (latest === null) afterPaint(save);
    latest = session;
  };
}

/** Saves where a session is. A final step forgets the visit. */
function saveVisit(session: Session, path: string): void {
  const { flow, forms } = session.compiled;
  if (flow.resume === false) return;
  const screen = screenOf(session);
  const personal = personalNames(flow, forms);
  const values = Object.fromEntries(
    Object.entries(session.snapshot.context.values).filter(([name, value]) => !personal.has(name) && value !== null),
  );
  const saved: SavedVisit = {
    behaviour: flow.behaviour,
    path,
    screen: screen.id,
    chosen: (screen.question?.selected ?? null) !== null,
    values,
  };
  try {
    if (flow.steps[screen.step]?.final === true) sessionStorage.removeItem(savedKey(flow.flow));
    else sessionStorage.setItem(savedKey(flow.flow), JSON.stringify(saved));
  } catch {
    // Storage is denied: a reload starts again, nothing else changes.
  }
}

/**
 * The visit saved in this tab for a flow, or null. After an edit of the flow its values are still used, by name, while
 * its screen is used only if the flow still has it.
 */
export function savedVisit(
  compiled: CompiledFlow,
  path: string,
): { screen: string | null; values: Readonly<Record<string, Json>> } | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(savedKey(compiled.flow.flow)) ?? 'null') as SavedVisit | null;
    if (saved === null || typeof saved !== 'object') return null;
    const known = [...compiled.leaves.values()].some((leaf) => leaf.screen === saved.screen);
    return {
      screen: saved.path === path && known ? saved.screen : null,
      values: saved.values as Readonly<Record<string, Json>>,
    };
  } catch {
    return null;
  }
}
