/** Visits that record every tracking event: posts to the site, and calls of the pixel. */
import type { SiteVisits, VisitOptions } from './site-visits.ts';

/** An event as the site's own server receives it. */
export interface PostedEvent {
  readonly event_name: string;
  readonly event_time: number;
  readonly event_source_url: string;
  readonly event_data: Readonly<Record<string, unknown>>;
  readonly browser_data: Readonly<Record<string, unknown>>;
  readonly user_data?: Readonly<Record<string, string>>;
}

/** A command as the pixel receives it. */
export type PixelCall = readonly [
  command: string,
  name: string,
  data: Record<string, unknown>,
  more: { eventID: string },
];

const idOf = ({ event_data }: PostedEvent): string => String(event_data['event_id']);
/** When an event happened, in ms since 1970: an id contains it. */
const timeOf = (event: PostedEvent): number => Number(idOf(event).split('_')[1]);

/** @param pixel the replacement for the pixel's host */
export function trackVisits(site: SiteVisits, pixel: { reach(): void }) {
  return async (path: string, { before, ...options }: VisitOptions = {}) => {
    const posted: PostedEvent[] = [];
    const opened = Date.now();
    /** Ids of events that the server stored before Playwright reported them. */
    const unreported = new Set<string>();
    /** Adds the stored events that Playwright has not reported: it misses requests that a page makes while it leaves. */
    const complete = (): readonly PostedEvent[] => {
      const stored = site.records('meta_events') as unknown as PostedEvent[];
      const known = new Set(posted.map(idOf));
      for (const event of stored) {
        if (timeOf(event) < opened || known.has(idOf(event))) continue;
        posted.push(event);
        unreported.add(idOf(event));
      }
      return posted;
    };
    const visitor = await site.visit(path, {
      ...options,
      before: async (page) => {
        pixel.reach();
        page.on('request', (request) => {
          if (!request.url().endsWith('/api/meta/event')) return;
          const event = request.postDataJSON() as PostedEvent;
          if (!unreported.delete(idOf(event))) posted.push(event);
        });
        await before?.(page);
      },
    });
    const pixelCalls = () =>
      visitor.page.evaluate(() => (window as unknown as { pixelCalls?: PixelCall[] }).pixelCalls ?? []) as Promise<
        PixelCall[]
      >;
    return {
      ...visitor,
      posted,
      names: () => complete().map(({ event_name }) => event_name),
      named: (name: string) => complete().filter(({ event_name }) => event_name === name),
      /** All calls of the pixel. */
      pixelCalls,
      /** The events among them. */
      pixelEvents: async () => (await pixelCalls()).filter(([command]) => command.startsWith('track')),
    };
  };
}
