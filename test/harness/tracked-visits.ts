/** Visits that record every tracking event: posts to the site, and calls of the pixel. */
import type { Page } from 'playwright';
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
export type ToldCommand = readonly [
  command: string,
  name: string,
  data: Record<string, unknown>,
  more: { eventID: string },
];

/** @param pixel the replacement for the pixel's host */
export function trackVisits(site: SiteVisits, pixel: { reach(page: Page): Promise<unknown> }) {
  return async (path: string, { before, ...options }: VisitOptions = {}) => {
    const posted: PostedEvent[] = [];
    const visitor = await site.visit(path, {
      ...options,
      before: async (page) => {
        await pixel.reach(page);
        page.on('request', (request) => {
          if (request.url().endsWith('/api/meta/event')) posted.push(request.postDataJSON() as PostedEvent);
        });
        await before?.(page);
      },
    });
    const told = () =>
      visitor.page.evaluate(() => (window as unknown as { told?: ToldCommand[] }).told ?? []) as Promise<ToldCommand[]>;
    return {
      ...visitor,
      posted,
      names: () => posted.map(({ event_name }) => event_name),
      named: (name: string) => posted.filter(({ event_name }) => event_name === name),
      /** All calls of the pixel. */
      told,
      /** The events among them. */
      toldEvents: async () => (await told()).filter(([command]) => command.startsWith('track')),
    };
  };
}
