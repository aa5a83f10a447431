/** Connects a session to its page: the session's effects change the address, the title and the overlay. */
import { personalNames } from '../../engine/flow/personal-names.ts';
import { nextEntry } from '../boot/entries.ts';
import { createGuide } from '../boot/guide.ts';
import type { IslandSession, ViewHooks } from './island.ts';
import type { IslandParts } from './parts.ts';
import { createPerformer } from './perform.ts';
import { isPassing, screenAddress } from './route.ts';
import { showTitle } from './title.ts';

export interface Connection extends ReturnType<typeof createPerformer> {
  readonly hooks: ViewHooks;
}

/** Creates the performer of a session's effects. */
export function connect(
  { root, bundle, overlay }: IslandParts,
  { compiled, actor, dispatch }: IslandSession,
): Connection {
  const { flow, forms, site } = bundle;
  const hooks: ViewHooks = {
    go: (address, screen) => history.replaceState(nextEntry(screen, true), '', address),
    retrying: () => {},
  };
  const { navigate } = createGuide((address, screen, replace) => hooks.go(address, screen, replace || isPassing(flow)));
  const performer = createPerformer({
    flow,
    hosts: site.hosts,
    root,
    dispatch,
    // After Back or Forward the browser is at the entry already.
    go: (effect) => {
      const { session, event } = actor.getSnapshot().context;
      navigate(screenAddress(compiled, effect), effect.screen, event === null || event.type === 'GO');
      // Together with the address, because events that follow report both.
      showTitle(session, site.name);
    },
    close: () => overlay?.close(),
    retrying: (again) => hooks.retrying(again),
    taken: (call) => overlay?.taken(call, personalNames(flow, forms)),
  });
  return { ...performer, hooks };
}
