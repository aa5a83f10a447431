/** Where an island's session starts: as the server began it, where an earlier visit was, or at the address. */
import type { CompiledFlow } from '../../engine/compile/index.ts';
import { visitOf } from '../../engine/session/attribution.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import { stepAt } from '../../engine/session/session.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { SessionLog } from '../contract.ts';
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

/**
 * What the session starts with.
 * @param given the values an overlay gives its flow, which starts at its beginning; null for the flow of a page
 */
export function startInput(
  compiled: CompiledFlow,
  log: SessionLog | null,
  given: Readonly<Record<string, Json>> | null,
): SessionInput {
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
  const saved = given === null ? savedVisit(compiled, location.pathname) : { screen: null, values: given };
  if (log !== null) return { ...log.input, visit };
  const drawn = Object.entries(compiled.flow.keeps ?? {}).filter(([, type]) => type.draw === true);
  return {
    screen: given === null ? (saved?.screen ?? stepAt(compiled, location.pathname)) : null,
    query: here,
    visit,
    at: Date.now(),
    random: Math.random(),
    ids: Object.fromEntries(drawn.map(([name]) => [name, uuid()])),
    saved: saved?.values ?? {},
  };
}
