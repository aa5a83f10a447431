/** Visits of which every tracking event is kept: what was posted to the site, and what the pixel was told. */
import type { Page } from 'playwright';
import type { SiteVisits, VisitOptions } from './site-visits.ts';

/** An event as the site's own server gets it. */
export interface PostedEvent {
  readonly event_name: string;
  readonly event_time: number;
  readonly event_source_url: string;
  readonly event_data: Readonly<Record<string, unknown>>;
  readonly browser_data: Readonly<Record<string, unknown>>;
  readonly user_data?: Readonly<Record<string, string>>;
}

/** A command as the pixel gets it. */
export type ToldCommand = readonly [
  command: string,
  name: string,
  data: Record<string, unknown>,
  more: { eventID: string },
];

/** @param pixel what stands for the pixel's host */
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
      /** Everything the pixel was told. */
      told,
      /** The events among it. */
      toldEvents: async () => (await told()).filter(([command]) => command.startsWith('track')),
    };
  };
}
