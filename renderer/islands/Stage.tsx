/** Draws the step at hand of a session; the same on the server and in an island. */

import type { Screen } from '../../engine/flow/screen.ts';
import { addressAt } from '../../engine/session/address.ts';
import { type Session, type SessionEvent, scopeAt } from '../../engine/session/session.ts';
import { createView } from '../parts/create-view.tsx';
import { ButtonsForm } from '../parts/Posting.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import type { BlockViews, HeadingLevel, View } from '../parts/view.ts';

interface StageProps {
  readonly session: Session;
  readonly screen: Screen;
  readonly site: View['site'];
  readonly views: BlockViews;
  /** The level of the first heading: 2 where the page around it has one of its own. */
  readonly heading: HeadingLevel;
  readonly send: ((event: SessionEvent) => void) | null;
  /** The visit so far, signed by the server; null on a page that is the same for everybody. */
  readonly log: string | null;
  /** The overlay it is drawn in; its forms are posted to the overlay's own page. */
  readonly instance: string | null;
}

/** Where the step at hand takes what its forms post. */
function actionOf(session: Session): string | undefined {
  const address = addressAt(session);
  if (address === null) return undefined;
  const query = new URLSearchParams(address.query).toString();
  return query === '' ? address.path : `${address.path}?${query}`;
}

/** What is loading shows its shape; what could not be loaded shows nothing. */
export function Stage({ session, screen, site, views, heading, send, log, instance }: StageProps) {
  const posting = { action: instance === null ? actionOf(session) : site.overlays?.[instance], log };
  const ids = instance === null ? '' : `${instance}-`;
  const view = createView({ views, scope: scopeAt(session) as never, site, screen, send, posting, ids });
  if (screen.status === 'loading') return <Skeleton label={site.messages.loading} />;
  if (screen.status === 'failed') return null;
  // Another step is another piece of page: nothing of the one before it, such as a typed value, may stay in it.
  // The questions of a step are one piece whose texts change; `syncQuestion` ticks what is ticked.
  return (
    <>
      <div key={screen.step}>{view.blocks(session.compiled.flow.steps[screen.step]?.show ?? [], heading)}</div>
      <ButtonsForm posting={posting} ids={ids} />
    </>
  );
}
