/** The dialogs that show a flow, as a browser reaches them. */
import type { SiteDefinition } from '../definition.ts';
import type { SessionInput } from '../flow/context.ts';
import { pathBehind } from '../overlays.ts';

export interface Door {
  /** The path of the page with the dialog. */
  readonly path: string;
  /** The id of the dialog on its page. */
  readonly overlay: string;
  /** The values that the page gives to the flow. */
  readonly given: SessionInput['saved'];
}

/** The dialogs of a site that show a flow. */
export function doorsTo(site: SiteDefinition, flow: string): Door[] {
  return Object.entries(site.routes).flatMap(([path, route]): Door[] => {
    const { overlay, page, canonical } = route;
    if (overlay === undefined || canonical !== path) return [];
    const opened = site.pages[page]?.overlays?.[overlay];
    if (opened?.flow !== flow) return [];
    return [{ path: pathBehind(site, route), overlay, given: opened.with ?? {} }];
  });
}
