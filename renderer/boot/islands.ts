/**
 * Fetches an island's code by intent or by network quality, and wakes it on the first thing a visitor does with it.
 * Fetching is not running: no framework code runs before the first interaction.
 */
import { afterPaint } from './after-paint.ts';
import { isLowEnd, watchSettings, whenIdle } from './loading.ts';
import { type Early, entryScreen, type IslandModule, readVisit, screenToResume } from './protocol.ts';
import { submitForm } from './submit-form.ts';

type Eagerness = 'prefetch' | 'modulepreload';
type State = {
  fetched: Eagerness | null;
  early: Early[] | null;
  awake: boolean;
  failures: number;
  /** Ends the visitor's wait for what they pressed. */
  answered: ((failed?: boolean) => void) | null;
};

/** What the page lends to those who open an island. */
export interface Islands {
  fetch(island: HTMLElement): void;
  wake(island: HTMLElement): void;
}

/** From here on the browser posts forms itself, and the server answers them. */
const isGivenUp = (state: State): boolean => state.failures > 1;

/** Begins the visitor's wait for an island. */
const beginWait = (state: State): void => {
  state.answered ??= window.funnel?.wait() ?? null;
};

const asked = new Set<string>();

/** Asks for the code once at each eagerness: every link costs a slow phone some milliseconds of its tap. */
const fetchCode = (island: HTMLElement, state: State, rel: Eagerness): void => {
  // What has been prefetched comes from the cache.
  if (state.fetched !== null) return;
  state.fetched = rel;
  for (const href of (island.dataset['fetch'] ?? '').split(' ').filter(Boolean)) {
    // Islands share most of their code.
    if (asked.has(rel + href)) continue;
    asked.add(rel + href);
    const link = document.createElement('link');
    const json = href.endsWith('.json');
    // Safari prefetches nothing, but preloads modules.
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

/** Counts a failure that a press met; after the last does by the browser's own means what was pressed. */
function countFailure(state: State, { type, target }: Early): void {
  state.failures += 1;
  if (!isGivenUp(state)) return;
  if (type === 'click') target.click();
  else submitForm(target as HTMLFormElement);
}

/** How often the network has come back. */
let returns = 0;
addEventListener('online', () => returns++);

function wake(island: HTMLElement, state: State, slept: (island: HTMLElement) => void, early: Early[] = []): void {
  if (state.early || state.awake) return;
  state.early = early;
  const before = returns;
  fetchCode(island, state, 'modulepreload');
  // The frame that answers the tap natively is painted before any framework code is evaluated.
  afterPaint(async () => {
    let failed = false;
    try {
      const code = (await import(/* @vite-ignore */ island.dataset['code'] as string)) as IslandModule;
      await code.wake(island, early, slept);
      state.awake = true;
    } catch {
      failed = true;
      // The next thing the visitor does tries again; what was typed so far is kept.
      state.early = null;
      state.fetched = null;
      island.dataset['failed'] = '';
      const pressed = early.filter(({ type }) => type === 'click' || type === 'submit').pop();
      const again = (): void => {
        beginWait(state);
        wake(island, state, slept, early);
      };
      // The network came back while the code was being fetched.
      if (state.answered && returns !== before) return again();
      // Without a network posting would only lose the page: what was pressed is done once there is one.
      if (state.answered && !navigator.onLine) addEventListener('online', again, { once: true });
      else if (pressed) countFailure(state, pressed);
      else if (island.dataset['moved'] === '') location.reload();
    }
    state.answered?.(failed);
    state.answered = null;
    for (const button of island.querySelectorAll('[data-waiting]')) button.removeAttribute('data-waiting');
  });
}

/** Whether a visit saved in this tab has more to show than the server's drawing: another screen, or what was filled in. */
function hasMore(island: HTMLElement): boolean {
  const saved = readVisit(island.dataset['flow'] ?? '');
  if (!saved) return false;
  const screen = screenToResume(saved);
  return (
    (!!screen && screen !== island.dataset['screen']) || !!island.querySelector('input:not([type=hidden]),textarea')
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
  const rouse = (island: HTMLElement, state: State): void =>
    wake(island, state, (fresh) => {
      states.delete(island);
      add(fresh, 'modulepreload');
    });
  const islands: Islands = {
    fetch: (island) => {
      const state = states.get(island);
      if (state) fetchCode(island, state, 'modulepreload');
    },
    wake: (island) => {
      const state = states.get(island);
      if (!state) return;
      beginWait(state);
      rouse(island, state);
    },
  };
  const islandOf = (event: Event): [HTMLElement, State] | null => {
    const island = (event.target as Element | null)?.closest?.<HTMLElement>('[data-island]');
    const state = island && states.get(island);
    return island && state && !state.awake && !isGivenUp(state) ? [island, state] : null;
  };
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const state = add(island, null);
    if (island.dataset['instance'] === undefined && hasMore(island)) rouse(island, state);
  }
  if (states.size === 0) return islands;

  // Back or Forward to a screen of before a reload: the browser changes the address, and nothing else.
  addEventListener('popstate', () => {
    const screen = entryScreen();
    for (const [island, state] of states)
      if (screen && !state.awake && island.dataset['instance'] === undefined && screen !== island.dataset['screen']) {
        // Without its code the server draws the screen of the address.
        island.dataset['moved'] = '';
        rouse(island, state);
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
        rouse(island, state);
        // A failed wake has emptied the queue; it is made anew above.
        state.early?.push({ type, target });
        // Who waits for the code sees that the press was heard.
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
