/** Draws an island with React. */
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { hasHistory } from '../../engine/flow/has-history.ts';
import { postedNames } from '../../engine/flow/posted-names.ts';
import { screenOf } from '../../engine/session/session.ts';
import { sendTyped, type Typed } from './early.ts';
import { FlowView } from './FlowView.tsx';
import { syncFields, syncQuestion } from './fields.ts';
import { followHistory } from './history.ts';
import type { IslandSession, ViewHooks } from './island.ts';
import { mount } from './mount.tsx';
import type { IslandParts } from './parts.ts';

/**
 * Hydrates the server's HTML, or replaces that of another screen, and follows the browser's history.
 * @param typed the values in fields that the visitor has filled in, which the session takes
 */
export async function hydrate(
  parts: IslandParts,
  session: IslandSession,
  hooks: ViewHooks,
  typed: readonly Typed[],
): Promise<Root> {
  const { root } = parts;
  const { id, form, question } = screenOf(session.actor.getSnapshot().context.session);
  const log = root.querySelector<HTMLInputElement>(`[name="${postedNames.log}"]`)?.value ?? null;
  const treeWith = (committed: ReactNode): ReactNode => (
    <>
      <FlowView parts={parts} session={session} hooks={hooks} log={log} />
      {committed}
    </>
  );
  const react = await mount(root, treeWith, root.dataset['screen'] === id, `${session.id}-`);
  // The server's HTML lacks the values of a saved visit, and React does not change uncontrolled fields.
  const names = new Set(typed.map(({ name }) => name));
  if (form !== null) syncFields(root, form.values, names);
  if (question !== null && !names.has(question.item.id)) syncQuestion(root, question.selected);
  // Before the visitor's Back, which may have come after them.
  sendTyped(root, typed);
  if (hasHistory(parts.bundle.flow)) followHistory(session, hooks);
  return react;
}
