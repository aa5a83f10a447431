/** Determines the initial state of an island's session: from the server's log, a saved visit, or the address. */

import { visitOf } from '../../engine/flow/attribution.ts';
import { type SessionInput, stepOf } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { stepAt } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { Funnel } from '../boot/protocol.ts';
import type { OverlayHost } from './overlay.ts';
import { uuid } from './uuid.ts';
import { savedVisit } from './visit-storage.ts';

/** The parameters of a query. */
export const parametersOf = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
};

/** The names of the values that each visit generates. */
export const generatedNames = ({ flow: { data } }: CompiledFlow): string[] =>
  Object.entries(data ?? {}).flatMap(([name, { generate }]) => (generate ? [name] : []));

/** The input of a session, and the events that the server has applied to it since. */
export type Start = SessionLog;

type Values = Readonly<Record<string, Json>>;

/** The values of a visit over those that its address supplies. An empty value is no answer. */
const answeredOver = (given: Values, own: Values): Values => ({
  ...own,
  ...Object.fromEntries(Object.entries(given).filter(([name]) => !String(own[name] ?? ''))),
});

/**
 * Whether the visitor continued without script. The server's log is then newer than the visit saved in the tab. Calls and
 * pauses are the server's own events.
 */
const isPosted = ({ events }: SessionLog): boolean =>
  events.some(({ event }) => !/^(DONE|FAILED|TIMER)$/.test(event.type));

/**
 * Returns what a session starts with: the server's log, or a new input for the screen of the history entry or the address.
 * @param log the session started by the server, at the step of the address
 * @param overlay what the flow runs in; null for the flow of a page
 * @param ready loads the rules of the flow's forms
 */
export async function startOf(
  compiled: CompiledFlow,
  log: SessionLog | null,
  overlay: OverlayHost | null,
  ready: () => Promise<void>,
): Promise<Start> {
  // The boot script defines it before it wakes an island.
  const { landing } = window.funnel as Funnel;
  const { pathname, search } = location;
  const here = parametersOf(search);
  const visit = visitOf(
    { path: landing.path, query: parametersOf(landing.search), referrerHost: hostOf(landing.referrer) },
    here,
    location.hostname,
  );
  const kept = await savedVisit(compiled, ready);
  const saved = overlay?.given(kept) ?? kept;
  const screen = saved?.screen ?? stepAt(compiled, pathname);
  if (log !== null && isPosted(log)) return { ...log, input: { ...log.input, visit } };
  // Continuing the server's session avoids fetching the same data again. What other steps have fetched is still there.
  if (log !== null && log.input.screen === screen) {
    const loaded = saved?.loaded.filter((step) => step !== stepOf(screen)) ?? [];
    const input = { ...log.input, visit, saved: answeredOver(log.input.saved, saved?.values ?? {}) };
    return { ...log, input: loaded.length > 0 ? { ...input, loaded } : input };
  }
  const input: SessionInput = {
    screen,
    query: { ...here, ...saved?.query },
    visit,
    at: Date.now(),
    random: Math.random(),
    ids: Object.fromEntries(generatedNames(compiled).map((name) => [name, uuid()])),
    saved: saved?.values ?? {},
    ...(saved?.loaded.length ? { loaded: saved.loaded } : {}),
  };
  return { input, events: [] };
}
