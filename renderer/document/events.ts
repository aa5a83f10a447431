/** What a page tells tracking by itself, before any island is awake. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { namesIn } from '../../engine/session/scope.ts';
import { leafOf, type Session, scopeAt } from '../../engine/session/session.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import type { Track } from '../../schemas/generated/types.ts';

type Lookup = ReturnType<typeof scopeAt>;

/** An event with its values. */
function eventOf({ event, prefix, data = {}, user = {} }: Track, lookup: Lookup): Json {
  const valuesOf = (codes: Readonly<Record<string, unknown>>): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(codes).map(([name, code]) => [name, evaluate(code as never, lookup as never) as Json]),
    );
  return { event, prefix: prefix ?? null, data: valuesOf(data), user: valuesOf(user) };
}

const nothing: Lookup = () => undefined;

/** The page's own events. */
export const eventsOf = (tracks: readonly Track[]): Json[] => tracks.map((track) => eventOf(track, nothing));

/**
 * The event of the step that a page shows, or null: it has none, or one that reads what is not known yet, which its
 * island tells once it is awake.
 * @param begun whether the server has begun the session for its visitor; where they came from it never knows
 */
export function stepEvent(session: Session, begun: boolean): Json | null {
  const flow: FlowDefinition = session.compiled.flow;
  const track = flow.steps[leafOf(session).step]?.track;
  if (track === undefined) return null;
  const codes = [...Object.values(track.data ?? {}), ...Object.values(track.user ?? {})] as Code[];
  const names = codes.flatMap((code) => namesIn(code));
  const unknown = begun ? names.filter((name) => name === 'visit' || name === 'now') : names;
  return unknown.length > 0 ? null : eventOf(track, scopeAt(session));
}

/** What the tracking module needs to know; nothing on a site without a pixel. */
export function trackingOf({ site }: SiteDefinition, module: string): Record<`data-${string}`, string> {
  const { id, events } = site.integrations?.pixel ?? {};
  if (id === undefined) return {};
  return { 'data-tracking': module, 'data-pixel': id, ...(events === undefined ? {} : { 'data-events': events }) };
}
