/**
 * Fetches an island's code and starts its session: after the first paint on a good network, where the head has requested the code
 * (`preload.ts`), near the viewport on a medium one, on intent on a slow one. What the visitor does before is shown by the browser,
 * kept, and repeated then. A dialog's island is only fetched until the dialog is opened.
 */
import { afterFirstPaint, afterPaint } from './after-paint.ts';
import { isLowEnd, loadsAtOnce, watchSettings, whenIdle } from './loading.ts';
import { entryScreen, type IslandModule, type Islands, type Press, readVisit, screenToResume } from './protocol.ts';
import { requestFiles } from './request.ts';
import { submitForm } from './submit-form.ts';

type State = {
  early: Press[] | null;
  awake: boolean;
  failures: number;
  /** Ends the visitor's wait for the result of a press. */
  answered: ((failed?: boolean) => void) | null;
};

/** Whether waking is given up. The browser then posts forms itself. */
const isGivenUp = (state: State): boolean => state.failures > 1;

/** Begins the visitor's wait for an island. */
const beginWait = (state: State): void => {
  if (!state.awake) state.answered ??= window.funnel?.wait() ?? null;
};

/** Requests the code, without running it. */
const fetchCode = (island: HTMLElement): void => requestFiles(island.dataset['fetch'] as string);

const show = ({ style }: HTMLElement): void => {
  style.visibility = '';
};

/**
 * Starts the session of an island.
 * @param when runs a function once the browser's own response to a press is painted
 * @param pause milliseconds until the next attempt after a failure
 */
function wake(
  island: HTMLElement,
  state: State,
  onReset: (island: HTMLElement) => void,
  when: (run: () => void) => void = afterPaint,
  early: Press[] = [],
  pause = 1000,
): void {
  if (state.early || state.awake) return;
  state.early = early;
  fetchCode(island);
  when(async () => {
    let failed = false;
    try {
      const code = (await import(/* @vite-ignore */ island.dataset['code'] as string)) as IslandModule;
      await code.wake(island, early, onReset);
      state.awake = true;
    } catch {
      failed = true;
      // The next interaction retries. Typed values stay in their fields.
      state.early = null;
      island.dataset['failed'] = '';
      const pressed = early.at(-1);
      const again = (): void => {
        // Another interaction has retried, or the dialog is closed.
        if (state.early || !island.offsetParent) return;
        beginWait(state);
        wake(island, state, onReset, afterPaint, early, 2 * pause);
      };
      // Offline, a native post would replace the page with an error page: the press is performed once online.
      if (state.answered && !navigator.onLine) addEventListener('online', again, { once: true });
      else if (pressed ? ++state.failures > 1 : !state.answered) {
        // The server knows none of the answers so far. A reload restores them. Without a press, it only corrects the screen.
        if (island.dataset['moved'] === '' && (pressed || entryScreen() !== island.dataset['screen']))
          location.reload();
        // After the last attempt the browser performs the press itself.
        else if (pressed?.type === 'click') pressed.target.click();
        else if (pressed) submitForm(pressed.target as HTMLFormElement);
      }
      // In Chromium a preload that failed offline also fails the first request after the network has returned.
      else setTimeout(again, pause);
    }
    show(island);
    state.answered?.(failed);
    state.answered = null;
    for (const button of island.querySelectorAll('[data-waiting]')) button.removeAttribute('data-waiting');
  });
}

/** Nothing waits to be painted. */
const atOnce = (run: () => void): void => run();

/** How long the HTML of another screen than that of the visit is hidden at most, in milliseconds. */
const hidden = 500;

/**
 * Whether the visit saved in this tab differs from the server's HTML: another screen, or fields that may be filled in. The HTML of
 * another screen is hidden at first: its code is there after a reload, and the screen would change under the visitor's eyes. On a
 * network that does not deliver the code it is shown.
 */
function hasMore(island: HTMLElement): unknown {
  const saved = readVisit(island.dataset['flow'] as string);
  const screen = saved && screenToResume(saved);
  const isOther = screen && screen !== island.dataset['screen'];
  if (isOther) {
    island.style.visibility = 'hidden';
    setTimeout(show, hidden, island);
  }
  return isOther || (saved && island.querySelector('input:not([type=hidden]),textarea,select'));
}

/** Starts every island of the page. */
export function startIslands(): Islands {
  const states = new Map<HTMLElement, State>();
  const add = (island: HTMLElement): State => {
    const state: State = { early: null, awake: false, failures: 0, answered: null };
    states.set(island, state);
    return state;
  };
  const wakeIsland = (island: HTMLElement, state: State, when?: typeof afterPaint): void =>
    wake(
      island,
      state,
      (fresh) => {
        states.delete(island);
        add(fresh);
      },
      when,
    );
  const islands: Islands = {
    fetch: fetchCode,
    wake: (island, unseen) => {
      const state = states.get(island);
      if (!state) return;
      if (!unseen) beginWait(state);
      wakeIsland(island, state);
    },
  };
  const islandOf = (event: Event): [HTMLElement, State] | null => {
    const island = (event.target as Element | null)?.closest?.<HTMLElement>('[data-island]');
    const state = island && states.get(island);
    return island && state && !state.awake && !isGivenUp(state) ? [island, state] : null;
  };
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const state = add(island);
    if (!island.closest('dialog') && hasMore(island)) wakeIsland(island, state);
  }
  if (states.size === 0) return islands;

  // On Back or Forward to a screen from before a reload, the browser changes only the address.
  addEventListener('popstate', () => {
    const screen = entryScreen();
    for (const [island, state] of states)
      if (screen && !state.awake && !island.closest('dialog') && screen !== island.dataset['screen']) {
        // If the island's code cannot be loaded, a reload shows the screen of the address.
        island.dataset['moved'] = '';
        wakeIsland(island, state);
      }
  });

  for (const type of ['pointerdown', 'keydown', 'focusin'] as const) {
    document.addEventListener(
      type,
      (event) => {
        const found = islandOf(event);
        if (found) wakeIsland(...found);
      },
      { capture: true, passive: true },
    );
  }
  for (const type of ['click', 'submit', 'change', 'input'] as const) {
    document.addEventListener(
      type,
      (event) => {
        const found = islandOf(event);
        if (!found) return;
        const [island, state] = found;
        const target = event.target as HTMLElement;
        const posts = type === 'submit' || (type === 'click' && target.closest('[data-send],[data-previous]'));
        if (posts) {
          event.preventDefault();
          beginWait(state);
        } else if (type === 'click') return;
        wakeIsland(island, state);
        // `wakeIsland` created the queue if there was none, as after a failure.
        if (posts) state.early?.push({ type, target } as Press);
        // Shows that the press was registered while the code is being fetched.
        const button =
          type === 'submit' ? (event as SubmitEvent).submitter : posts && target.closest<HTMLElement>('button');
        if (button) button.dataset['waiting'] = '';
      },
      { capture: true },
    );
  }

  /** Starts islands that the visitor has not touched yet. */
  const begin = (some: Iterable<HTMLElement>): void => {
    for (const island of some) {
      const state = states.get(island);
      if (state && !island.closest('dialog')) wakeIsland(island, state, atOnce);
      else if (state) whenIdle(() => fetchCode(island));
    }
  };
  let observer: IntersectionObserver | undefined;
  watchSettings((settings, signals) => {
    observer?.disconnect();
    if (loadsAtOnce(signals)) afterFirstPaint(() => begin(states.keys()));
    if (settings.quality !== 'medium' || isLowEnd(signals) || signals.reducedMotion) return;
    observer = new IntersectionObserver(
      (entries) => {
        begin(entries.flatMap(({ isIntersecting, target }) => (isIntersecting ? [target as HTMLElement] : [])));
      },
      { rootMargin: `${settings.distance}px` },
    );
    for (const island of states.keys()) observer.observe(island);
  });
  return islands;
}
