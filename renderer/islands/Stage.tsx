/** Renders the current step of a session, on the server and in an island. */

import type { Lookup } from '../../engine/flow/scope.ts';
import { addressAt } from '../../engine/session/address.ts';
import { type Session, type SessionEvent, scopeAt } from '../../engine/session/session.ts';
import type { Screen } from '../../engine/steps/screen.ts';
import { createView } from '../parts/create-view.tsx';
import { ButtonsForm } from '../parts/Posting.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import type { BlockViews, HeadingLevel, View } from '../parts/view.ts';

interface StageProps {
  readonly session: Session;
  readonly screen: Screen;
  /** The values that its texts read; by default those of the session. */
  readonly scope?: Lookup;
  readonly site: View['site'];
  readonly views: BlockViews;
  /** The level of the first heading: 2 where the page around it has one of its own. */
  readonly heading: HeadingLevel;
  readonly send: ((event: SessionEvent) => void) | null;
  /** The session log signed by the server; null on a page that is cached for all visitors. */
  readonly log: string | null;
  /** The overlay that contains the flow. Its forms are posted to the overlay's own page. */
  readonly instance: string | null;
}

/** The address that the forms of the current step are posted to. */
function actionOf(session: Session): string | undefined {
  const address = addressAt(session);
  if (address === null) return undefined;
  const query = new URLSearchParams(address.query).toString();
  return query === '' ? address.path : `${address.path}?${query}`;
}

/** The current step; a skeleton while it loads, nothing when loading fails. */
export function Stage({ session, screen, scope, site, views, heading, send, log, instance }: StageProps) {
  const posting = { action: instance === null ? actionOf(session) : site.overlays?.[instance], log };
  const ids = instance === null ? '' : `${instance}-`;
  const view = createView({ views, scope: scope ?? scopeAt(session), site, screen, send, posting, ids });
  if (screen.status === 'loading') return <Skeleton label={site.messages.loading} />;
  if (screen.status === 'failed') return null;
  // Each step has its own key, so that React does not reuse elements with values typed in the previous step.
  // The questions of one step share elements: `syncQuestion` sets their checked options.
  return (
    <>
      <div key={screen.step}>{view.blocks(session.compiled.flow.steps[screen.step]?.show ?? [], heading)}</div>
      <ButtonsForm posting={posting} ids={ids} />
    </>
  );
}
