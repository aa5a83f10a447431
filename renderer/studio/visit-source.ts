/** Where the inspector has a visit from: the store, or a file that somebody opened. */
import type { VisitReply } from './contract.ts';
import type { InspectorHost } from './inspector-host.ts';

export type InspectorSource =
  | { readonly id: string; readonly text?: undefined }
  /** Traces as JSON Lines. */
  | { readonly id?: undefined; readonly text: string };

/** A visit, and where more of it can be asked for. */
export interface LoadedVisit {
  readonly visit: VisitReply;
  readonly source: InspectorSource;
}

type VisitQuestion = '' | '/trace' | '/spec' | '/replay' | '/events' | '/continue';

/** Asks about a visit. @throws CallFault */
export function askAbout<Reply>(
  call: InspectorHost['call'],
  { id, text }: InspectorSource,
  what: VisitQuestion,
  query: Readonly<Record<string, string | number>> = {},
  signal?: AbortSignal,
): Promise<Reply> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const path = `${id === undefined ? '/inspect' : `/visits/${id}`}${what}${search === '' ? '' : `?${search}`}`;
  return call<Reply>(path, text, signal);
}

/** Loads a visit. @throws CallFault */
export const loadVisit = async (
  call: InspectorHost['call'],
  source: InspectorSource,
  signal: AbortSignal,
): Promise<LoadedVisit> => ({
  source,
  visit: await askAbout<VisitReply>(call, source, '', {}, signal),
});

/** The path of a screen's preview. @param at the path at which the flow begins; null for the first */
export const previewPath = (flow: string, screen: string, at: string | null): string =>
  `/preview/${flow}?${new URLSearchParams({ screen, ...(at === null ? {} : { at }) })}`;
