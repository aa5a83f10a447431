/** Responses that a test holds back until it releases them: on a busy machine no fixed delay is long enough. */
import type { Page, Route } from 'playwright';

type Address = Parameters<Page['route']>[0];

export interface HeldResponses {
  /** For `before` of a visit. */
  before(page: Page): Promise<unknown>;
  release(): void;
}

/** Responses to requests, from the first one of a page on. @param respond what they are once released */
export function heldResponses(
  address: Address,
  respond: (route: Route) => Promise<unknown> = (route) => route.continue(),
): HeldResponses {
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  return {
    before: (page) =>
      page.route(address, async (route) => {
        await released;
        // The visitor may have left.
        await respond(route).catch(() => {});
      }),
    release,
  };
}

/** Holds responses to a page that is open. @returns releases them */
export async function hold(
  page: Page,
  address: Address,
  respond?: (route: Route) => Promise<unknown>,
): Promise<() => void> {
  const { before, release } = heldResponses(address, respond);
  await before(page);
  return release;
}
