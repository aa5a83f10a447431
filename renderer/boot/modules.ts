/** Small scripts of our own that only some pages need: what moves by itself, and tracking. None is framework code. */
import { afterPaint } from './after-paint.ts';
import { currentPlace, type PageLocation } from './place.ts';
import type { Funnel, TrackEvent } from './protocol.ts';

/** What the tracking module exports. */
export interface TrackingModule {
  track(event: TrackEvent, place: PageLocation): void;
  viewed(place: PageLocation): void;
}

const moving = '[data-behaviour],[data-when],[data-menu],header a[href^="#"]';

/** Once the first frame stands on the screen: a slow network has no share to spare before. */
const afterFirstPaint = (run: () => void): void => {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) afterPaint(run);
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      run();
    }).observe({ type: 'paint', buffered: true });
};

/** A failure of tracking is logged and never shown. */
const report = (error: unknown): void => console.info('Tracking failed.', error);

/** Fetches what the page needs, and lends it to islands. */
export function startModules(): Pick<Funnel, 'track' | 'viewed' | 'behave'> {
  const { behaviours, tracking } = document.body.dataset;
  let painted = false;
  let behaving = false;
  const look = (): void => {
    if (behaving || !behaviours || !document.querySelector(moving)) return;
    behaving = true;
    import(/* @vite-ignore */ behaviours).catch(() => (behaving = false));
  };
  // Asked for whenever an island has drawn something.
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
  const tell = (use: (module: TrackingModule, place: PageLocation) => void): void => {
    const place = currentPlace();
    module.then((loaded) => use(loaded, place)).catch(report);
  };
  const viewed = (): void => {
    if (location.pathname === shown) return;
    shown = location.pathname;
    tell((module, place) => module.viewed(place));
  };
  viewed();
  return { behave, viewed, track: (event) => tell((module, place) => module.track(event, place)) };
}
