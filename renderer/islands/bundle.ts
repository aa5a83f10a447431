/** What an island is given: the flow's definition, fetched once by its fingerprint, and how the server left it. */

import type { FlowDefinition, Pictures } from '../../engine/definition.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';
import type { PageMessages } from '../../engine/messages/catalogue.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { SiteFile } from '../../schemas/generated/types.ts';

export interface FlowBundle {
  readonly flow: FlowDefinition;
  readonly forms: readonly FormDefinition[];
  /** Titles of the steps, for the tab. */
  readonly site: {
    readonly name: string;
    readonly home: string;
    readonly locale: string;
    readonly hosts: readonly string[];
    /** What can be put into a calendar. */
    readonly events: SiteFile['events'] | undefined;
    readonly messages: PageMessages;
    readonly formMessages: FormMessages;
    readonly pictures: Pictures;
    /** The paths of the page's overlays, where a step of the flow opens one. */
    readonly overlays?: Readonly<Record<string, string>>;
  };
}

/** The island's bundle. @throws TypeError when it cannot be fetched */
export async function fetchBundle(island: HTMLElement): Promise<FlowBundle> {
  const request = (): Promise<Response> => fetch(island.dataset['bundle'] as string, { credentials: 'same-origin' });
  // In Chromium a preload that failed offline answers the first request after it, without asking the network.
  const response = await request().catch(request);
  if (!response.ok) throw new TypeError(`The flow could not be fetched: ${response.status}`);
  return (await response.json()) as FlowBundle;
}

/** The session the server began, or null. */
export function sessionLog(): SessionLog | null {
  const text = document.getElementById('funnel-session')?.textContent;
  return text ? (JSON.parse(text) as SessionLog) : null;
}
