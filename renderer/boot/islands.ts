/**
 * Fetches an island's code on intent or by network quality, and wakes (hydrates) it on the visitor's first interaction.
 * Fetched code is not run: no framework code runs before the first interaction.
 */
import { afterPaint } from './after-paint.ts';
import { isLowEnd, watchSettings, whenIdle } from './loading.ts';
import { type Early, entryScreen, type IslandModule, type Islands, readVisit, screenToResume } from './protocol.ts';
import { submitForm } from './submit-form.ts';

type Eagerness = 'prefetch' | 'modulepreload';
type State = {
  fetched: Eagerness | null;
  early: Early[] | null;
  awake: boolean;
  failures: number;
  /** Ends the visitor's wait for the result of a press. */
  answered: ((failed?: boolean) => void) | null;
};

/** Whether hydration is given up. The browser then posts forms itself. */
const isGivenUp = (state: State): boolean => state.failures > 1;

/** Begins the visitor's wait for an island. */
const beginWait = (state: State): void => {
  if (!state.awake) state.answered ??= window.funnel?.wait() ?? null;
};

const requested = new Set<string>();

/** Requests the code once per `rel`: on a slow phone each link delays the tap by some milliseconds. */
const fetchCode = (island: HTMLElement, state: State, rel: Eagerness): void => {
  // After a prefetch, the import takes the code from the cache.
  if (state.fetched !== null) return;
  state.fetched = rel;
  for (const href of (island.dataset['fetch'] as string).split(' ')) {
    // Islands share most of their files.
    if (requested.has(rel + href)) continue;
    requested.add(rel + href);
    const link = document.createElement('link');
    const json = href.endsWith('.json');
    // Safari does not support prefetch, but preloads modules.
    const early = rel === 'modulepreload' || !link.relList.supports('prefetch');
    link.rel = early ? (json ? 'preload' : 'modulepreload') : rel;
    if (json) {
      link.as = 'fetch';
      link.crossOrigin = 'anonymous';
    }
    link.href = href;
    document.head.append(link);
  }
};

/** @param pause milliseconds until the next attempt after a failure */
function wake(
  island: HTMLElement,
  state: State,
  onReset: (island: HTMLElement) => void,
  early: Early[] = [],
  pause = 1000,
): void {
  if (state.early || state.awake) return;
  state.early = early;
  fetchCode(island, state, 'modulepreload');
  // The browser's own response to the tap is painted before framework code is evaluated.
  afterPaint(async () => {
    let failed = false;
    try {
      const code = (await import(/* @vite-ignore */ island.dataset['code'] as string)) as IslandModule;
      await code.wake(island, early, onReset);
      state.awake = true;
    } catch {
      failed = true;
      // The next interaction retries. Typed values stay in their fields.
      state.early = null;
      state.fetched = null;
      island.dataset['failed'] = '';
      const pressed = early.at(-1);
      const again = (): void => {
        // Another interaction has retried, or the dialog is closed.
        if (state.early || !island.offsetParent) return;
        beginWait(state);
        wake(island, state, onReset, early, 2 * pause);
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
    state.answered?.(failed);
    state.answered = null;
    for (const button of island.querySelectorAll('[data-waiting]')) button.removeAttribute('data-waiting');
  });
}

/** Whether the visit saved in this tab differs from the server's HTML: another screen, or fields that may be filled in. */
function hasMore(island: HTMLElement): unknown {
  const saved = readVisit(island.dataset['flow'] as string);
  const screen = saved && screenToResume(saved);
  return (
    (screen && screen !== island.dataset['screen']) ||
    (saved && island.querySelector('input:not([type=hidden]),textarea,select'))
  );
}

/** Starts every island of the page. */
export function startIslands(): Islands {
  const states = new Map<HTMLElement, State>();
  const add = (island: HTMLElement, fetched: Eagerness | null): State => {
    const state: State = { fetched, early: null, awake: false, failures: 0, answered: null };
    states.set(island, state);
    return state;
  };
  const wakeIsland = (island: HTMLElement, state: State): void =>
    wake(island, state, (fresh) => {
      states.delete(island);
      add(fresh, 'modulepreload');
    });
  const islands: Islands = {
    fetch: (island) => {
      const state = states.get(island);
      if (state) fetchCode(island, state, 'modulepreload');
    },
    wake: (island, unseen) => {
      const state = states.get(island);
      if (!state) return;
      if (!unseen) beginWait(state);
      wakeIsland(island, state);
    },
  };
  const islandOf = (event: Event): [HTMLElement, State] | null => {
    // An island whose page still takes the events itself is left out.
    const island = (event.target as Element | null)?.closest?.<HTMLElement>('[data-island]:not([data-steps])');
    const state = island && states.get(island);
    return island && state && !state.awake && !isGivenUp(state) ? [island, state] : null;
  };
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const state = add(island, null);
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
        if (found) fetchCode(...found, 'modulepreload');
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
        if (posts) state.early?.push({ type, target } as Early);
        // Shows that the press was registered while the code is being fetched.
        const button =
          type === 'submit' ? (event as SubmitEvent).submitter : posts && target.closest<HTMLElement>('button');
        if (button) button.dataset['waiting'] = '';
      },
      { capture: true },
    );
  }

  let observer: IntersectionObserver | undefined;
  watchSettings((settings, signals) => {
    observer?.disconnect();
    if (settings.quality === 'low' || isLowEnd(signals) || signals.reducedMotion) return;
    if (settings.quality === 'high') {
      whenIdle(() => {
        for (const [island, state] of states) fetchCode(island, state, 'prefetch');
      });
      return;
    }
    observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const state = states.get(entry.target as HTMLElement);
          if (entry.isIntersecting && state) fetchCode(entry.target as HTMLElement, state, 'prefetch');
        }
      },
      { rootMargin: `${settings.distance}px` },
    );
    for (const island of states.keys()) observer.observe(island);
  });
  return islands;
}
