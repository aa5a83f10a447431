/** Where an island's session starts: as the server began it, where an earlier visit was, or at the address. */

import { visitOf } from '../../engine/flow/attribution.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { stepAt } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { Json } from '../../schemas/compiled.ts';
import { savedVisit } from './saved.ts';
import { uuid } from './uuid.ts';

const queryOf = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
};

/** What a session starts with, and the events that the server has taken it through since. */
export type Start = SessionLog;

/** Whether a visitor has gone on without script: what the server was sent then is newer than what the tab keeps. */
const isPosted = ({ events }: SessionLog): boolean =>
  events.some(({ event }) => event.type !== 'DONE' && event.type !== 'FAILED');

/**
 * Where the session starts: as the server began it, at the screen of the history entry, or at the address.
 * @param log the session that the server began, which shows the step of the address
 * @param given the values an overlay gives its flow, which starts at its beginning; null for the flow of a page
 */
export function startOf(
  compiled: CompiledFlow,
  log: SessionLog | null,
  given: Readonly<Record<string, Json>> | null,
): Start {
  const landing = window.funnel?.landing ?? {
    path: location.pathname,
    search: location.search,
    referrer: document.referrer,
  };
  const here = queryOf(location.search);
  const visit = visitOf(
    { path: landing.path, query: queryOf(landing.search), referrerHost: hostOf(landing.referrer) },
    here,
    location.hostname,
  );
  const saved = given === null ? savedVisit(compiled) : { screen: null, values: given, loaded: [] };
  const asked = saved?.screen ?? stepAt(compiled, location.pathname);
  if (log !== null && isPosted(log)) return { ...log, input: { ...log.input, visit } };
  // Going on from the server's beginning saves fetching again what it has fetched.
  if (log !== null && log.input.screen === asked)
    return { ...log, input: { ...log.input, visit, saved: saved?.values ?? {} } };
  const drawn = Object.entries(compiled.flow.keeps ?? {}).filter(([, type]) => type.draw === true);
  const input: SessionInput = {
    screen: given === null ? asked : null,
    query: here,
    visit,
    at: Date.now(),
    random: Math.random(),
    ids: Object.fromEntries(drawn.map(([name]) => [name, uuid()])),
    saved: saved?.values ?? {},
    ...(saved?.loaded.length ? { loaded: saved.loaded } : {}),
  };
  return { input, events: [] };
}
