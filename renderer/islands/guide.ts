import { afterPaint } from '../boot/after-paint.ts';
import type { Navigate } from './route.ts';

/** Where an entry stands among those of this document, as the router counts them. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/**
 * Shows addresses in their order. One that names another screen of the address at hand waits until the screen is
 * painted: a new history entry costs a browser more than drawing the screen.
 * Made before the router listens to the history, so that it hears of a step back first.
 */
export function createGuide(show: Navigate): Navigate {
  let waiting: (() => void)[] = [];
  let from = 0;
  const showAll = (): void => {
    const held = waiting;
    waiting = [];
    for (const each of held) each();
  };
  // Who goes back before the screen at hand has its entry would go two screens back.
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
  return (address, screen, replace) => {
    if (waiting.length === 0) from = placeOf(history.state);
    waiting.push(() => show(address, screen, replace));
    if (replace || address !== location.pathname + location.search) showAll();
    else if (waiting.length === 1) afterPaint(showAll);
  };
}
