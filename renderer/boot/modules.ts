/** Loads the small scripts that only some pages need: behaviours and tracking. They contain no framework code. */
import { afterFirstPaint, afterPaint } from './after-paint.ts';
import { currentPlace, type PageLocation } from './place.ts';
import type { Funnel, TrackEvent } from './protocol.ts';

/** What the tracking module exports. */
export interface TrackingModule {
  track(event: TrackEvent, place: PageLocation): void;
  viewed(place: PageLocation): void;
}

const animated = '[data-behaviour],[data-when],[data-menu],header a[href^="#"]';

/** Logs a failure of tracking. Visitors do not see it. */
const report = (error: unknown): void => console.info('Tracking failed.', error);

/** Fetches the scripts that the page needs, and returns the functions that islands use. */
export function startModules(): Pick<Funnel, 'track' | 'viewed' | 'behave'> {
  const { behaviours, tracking } = document.body.dataset;
  let painted = false;
  let behaving = false;
  const look = (): void => {
    if (behaving || !behaviours || !document.querySelector(animated)) return;
    behaving = true;
    import(/* @vite-ignore */ behaviours).catch(() => (behaving = false));
  };
  // Islands call this after each render.
  const behave = (): void => {
    if (painted && !behaving) afterPaint(look);
  };
  afterFirstPaint(() => {
    painted = true;
    look();
  });

  if (!tracking) return { behave, track: () => {}, viewed: () => {} };
  const module = new Promise<TrackingModule>((done, fail) => {
    afterPaint(() => (import(/* @vite-ignore */ tracking) as Promise<TrackingModule>).then(done, fail));
  });
  let shown = '';
  const whenLoaded = (use: (module: TrackingModule, place: PageLocation) => void): void => {
    const place = currentPlace();
    module.then((loaded) => use(loaded, place)).catch(report);
  };
  const viewed = (): void => {
    if (location.pathname === shown) return;
    shown = location.pathname;
    whenLoaded((module, place) => module.viewed(place));
  };
  viewed();
  const track = (event: TrackEvent): void => whenLoaded((module, place) => module.track(event, place));
  // Here, because a visitor may press before the module has loaded.
  document.addEventListener(
    'click',
    (event) => {
      const own = (event.target as Element | null)?.closest?.<HTMLElement>('[data-event]');
      if (own) track(JSON.parse(own.dataset['event'] as string));
    },
    { capture: true },
  );
  return { behave, viewed, track };
}
