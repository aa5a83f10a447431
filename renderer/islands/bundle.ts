/** The inputs of an island: the flow's definition, fetched by its fingerprint, and the session from the server. */

import type { FlowDefinition, Pictures } from '../../engine/definition.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';
import type { PageMessages } from '../../engine/messages/catalogue.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { SiteFile } from '../../schemas/generated/types.ts';
import type { QuestionOrder } from '../boot/tab-visit.ts';
import type { ScreensData } from './html-screens.ts';

export interface FlowBundle {
  /** The screens that are the same for all visitors, by the overlay that the flow runs in; `''` for the page of the flow. */
  readonly screens: Readonly<Record<string, ScreensData>>;
  readonly flow: FlowDefinition;
  readonly forms: readonly FormDefinition[];
  readonly questions: QuestionOrder;
  /** Whether it needs code that most flows do not (`more.ts`). */
  readonly more?: true;
  /** Whether it has options in a random order. */
  readonly shuffled?: true;
  /** The addresses of the functions of the site's own that the flow calls, if there are any. */
  readonly functions?: readonly string[];
  /** Whether its texts show answers by their labels, or days in a style. */
  readonly answers?: true;
  readonly site: {
    readonly name: string;
    readonly home: string;
    readonly locale: string;
    readonly hosts: readonly string[];
    /** The entries of `calendar` blocks. */
    readonly events: SiteFile['calendar'] | undefined;
    readonly messages: PageMessages;
    readonly formMessages: FormMessages;
    readonly pictures: Pictures;
    /** The paths of the page's overlays, if a step of the flow opens one. */
    readonly overlays?: Readonly<Record<string, string>>;
  };
}

/** Fetches the island's bundle. @throws TypeError on failure */
export async function fetchBundle(island: HTMLElement): Promise<FlowBundle> {
  const request = (): Promise<Response> => fetch(island.dataset['bundle'] as string, { credentials: 'same-origin' });
  // In Chromium a preload that failed offline also fails the next request, without using the network: repeat it once.
  const response = await request().catch(request);
  if (!response.ok) throw new TypeError(`The flow could not be fetched: ${response.status}`);
  return (await response.json()) as FlowBundle;
}

/** The log of the session that the server started, or null. */
export function sessionLog(): SessionLog | null {
  const text = document.getElementById('funnel-session')?.textContent;
  return text ? (JSON.parse(text) as SessionLog) : null;
}
