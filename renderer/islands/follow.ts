/** Keeps the page, the saved visit and the fetched code in step with a session. */
import type { Subscription } from 'xstate';
import { stateOf } from '../../engine/session/session.ts';
import { whenFree } from '../boot/after-paint.ts';
import type { Connection } from './connect.ts';
import { currentScreen } from './current-screen.ts';
import type { IslandSession } from './island.ts';
import type { IslandParts } from './parts.ts';
import { fetchCalls } from './perform.ts';
import { isCallNear, isFormNear } from './prefetch.ts';
import { initialEffects } from './resume.ts';
import { showTitle } from './title.ts';
import { createSaver } from './visit-storage.ts';

/**
 * Performs the effects of a session from its start, and saves each of its states.
 * @returns the subscription; end it before the session is stopped, because a stop emits a last state
 */
export function followSession(
  { root, bundle: { site, questions }, overlay }: IslandParts,
  { compiled, actor, validator, entry, effects, hasBegun, dispatch }: IslandSession,
  { perform }: Connection,
): Subscription {
  const save = createSaver(compiled, questions);
  const fetchAhead = (): void => {
    const { session } = actor.getSnapshot().context;
    const isForm = isFormNear(session);
    if (isForm) validator.ready().catch(() => {});
    // In advance, because the network may be lost when the form is submitted.
    if (isForm || isCallNear(session)) fetchCalls().catch(() => {});
  };
  const update = (): void => {
    const { session, event } = actor.getSnapshot().context;
    root.dataset['state'] = stateOf(session);
    // Most visitors only look at the page.
    if (event === null && !hasBegun) return;
    save(session, event);
    whenFree(fetchAhead);
  };
  // The visitor may have come by Back from another page of the flow.
  if (overlay === null) showTitle(actor.getSnapshot().context.session, site.name);
  perform(initialEffects(effects, root, actor, entry));
  let shown = currentScreen(actor);
  update();
  return actor.subscribe(({ context }) => {
    // A toast is removed with its screen.
    if (shown !== currentScreen(actor)) window.funnel?.toast(null);
    shown = currentScreen(actor);
    perform(context.effects);
    if (context.broken) void fetchCalls().then(({ recover }) => recover(context, dispatch, site.messages));
    update();
  });
}
