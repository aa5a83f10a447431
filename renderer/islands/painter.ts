/** Draws the screens of a session: from the HTML of the server, or with React where that does not suffice. */
import type { Root } from 'react-dom/client';
import { leafOf, type Session, screenOf, stateOf } from '../../engine/session/session.ts';
import type { Screen } from '../../engine/steps/screen.ts';
import { createAfterDraw } from './after-draw.ts';
import { createHtmlScreens } from './html-screens.ts';
import type { IslandSession, ViewHooks } from './island.ts';
import type { IslandParts } from './parts.ts';
import { leadsBeyond } from './prefetch.ts';

export interface Painter {
  /** Fetches React if the first screen needs it. */
  prepare(): Promise<void>;
  /**
   * Draws the first screen, and follows the session from then on. Without React it is drawn when this returns; React may still
   * have to commit.
   */
  start(): Promise<void>;
  /** The screen that the visitor sees; null while the one of the session is on its way. */
  shown(): Screen | null;
  hasReact(): boolean;
  stop(): void;
}

const none = { html: [], of: {} };

/** React, with the views of a flow. */
type Drawer = (isDrawn: boolean) => Promise<Root>;

/** The longest pause between two attempts to fetch React, in milliseconds. */
const longestPause = 5000;

/** Creates the painter of an island. */
export function createPainter(parts: IslandParts, session: IslandSession, hooks: ViewHooks): Painter {
  const { root, bundle, arrange } = parts;
  const { actor } = session;
  const html = createHtmlScreens(root, bundle.screens[root.dataset['instance'] ?? ''] ?? none, arrange);
  const now = (): Session => actor.getSnapshot().context.session;
  const hasHtml = (): boolean => html.has(stateOf(now()));
  const afterDraw = createAfterDraw(root, screenOf(now()));
  let drawer: Drawer | null = null;
  let react: Root | null = null;
  let isFetching = false;
  let isStopped = false;
  let retrying = false;

  const fetchReact = async (): Promise<void> => {
    const { drawWithReact, fetchViews } = await import('./hydrate.tsx');
    const views = await fetchViews(parts);
    drawer = (isDrawn) => drawWithReact({ parts, session, views, hooks, afterDraw, isDrawn });
  };
  const drawWithReact = async (isDrawn: boolean): Promise<void> => {
    if (drawer !== null && react === null && !isStopped) react = await drawer(isDrawn);
    delete root.dataset['waits'];
  };

  /** Draws with React once it is there. @param pause milliseconds until the next attempt after a failure */
  function awaitReact(pause = 1000): void {
    isFetching = true;
    root.dataset['waits'] = '';
    const answered = window.funnel?.wait();
    fetchReact().then(
      () => {
        answered?.();
        void drawWithReact(false);
      },
      () => {
        answered?.(true);
        setTimeout(awaitReact, pause, Math.min(2 * pause, longestPause));
      },
    );
  }

  function paint(): void {
    if (drawer !== null || isFetching || isStopped) return;
    const { session: current, event } = actor.getSnapshot().context;
    if (!hasHtml()) {
      awaitReact();
      return;
    }
    const screen = { ...screenOf(current), retrying };
    html.draw(stateOf(current), screen);
    afterDraw(current, screen, event);
    if (leadsBeyond(current, event, html.has)) import('./hydrate.tsx').catch(() => {});
  }

  return {
    prepare: async () => {
      if (!hasHtml()) await fetchReact();
    },
    start: async () => {
      const screen = screenOf(now());
      const isDrawn = root.dataset['screen'] === leafOf(now()).screen;
      hooks.retrying = (again) => {
        retrying = again;
        paint();
      };
      actor.subscribe(paint);
      if (drawer !== null) return drawWithReact(isDrawn);
      if (isDrawn && hasHtml()) html.takeOver(stateOf(now()), screen, session.isForVisitor);
      paint();
      return undefined;
    },
    shown: () => (react !== null || (drawer === null && !isFetching && hasHtml()) ? screenOf(now()) : null),
    hasReact: () => react !== null,
    stop: () => {
      isStopped = true;
      react?.unmount();
    },
  };
}
