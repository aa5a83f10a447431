import { afterPaint } from './after-paint.ts';
import { type Navigate, placeOf } from './entries.ts';

export interface Guide {
  readonly navigate: Navigate;
  /** Performs the navigations that wait. */
  flush(): void;
}

/**
 * Navigates in order. A navigation to another screen at the same address waits until the screen is painted, because a new
 * history entry takes longer than rendering the screen. It does not wait until the browser has time: who goes back from a
 * screen that they see must come to the one before, even if that is the first one after another page.
 * Must be created before `followHistory` listens to the history, so that its `popstate` listener runs first.
 */
export function createGuide(show: Navigate): Guide {
  let waiting: (() => void)[] = [];
  let from = 0;
  const flush = (): void => {
    const pending = waiting;
    waiting = [];
    for (const each of pending) each();
  };
  // Going back before the screen is painted and its entry pushed would skip a screen.
  addEventListener(
    'popstate',
    (event) => {
      if (waiting.length === 0) return;
      event.stopImmediatePropagation();
      waiting = [];
      history.go(from - placeOf(event.state));
    },
    { capture: true },
  );
  return {
    navigate: (address, screen, replace) => {
      if (waiting.length === 0) from = placeOf(history.state);
      waiting.push(() => show(address, screen, replace));
      if (replace || address !== location.pathname + location.search) flush();
      else if (waiting.length === 1) afterPaint(flush);
    },
    flush,
  };
}
