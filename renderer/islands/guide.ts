import { afterPaint } from '../boot/after-paint.ts';
import type { Navigate } from './route.ts';

/**
 * Shows addresses in their order. One that names another screen of the address at hand waits until the screen is
 * painted: a new history entry costs a browser more than drawing the screen.
 */
export function createGuide(show: Navigate): Navigate {
  let waiting: (() => void)[] = [];
  const showAll = (): void => {
    const held = waiting;
    waiting = [];
    for (const each of held) each();
  };
  return (address, screen, replace) => {
    waiting.push(() => show(address, screen, replace));
    if (replace || address !== location.pathname + location.search) showAll();
    else if (waiting.length === 1) afterPaint(showAll);
  };
}
