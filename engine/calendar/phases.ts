/** The phase of each of a site's events at an instant: before, during or after. Definitions read it as a constant. */
import type { Type } from '../expressions/types.ts';
import { momentOf } from '../values/moment.ts';

export const phases = ['before', 'during', 'after'] as const;
export type Phase = (typeof phases)[number];

/** An event with valid dates. */
export interface TimedEvent {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly starts: number;
  readonly ends: number;
  /** Whether its phase follows the clock. */
  readonly isLive: boolean;
}

/** The value of `calendar.<id>` in an expression. */
export type EventConstants = Readonly<Record<string, { readonly phase: Phase }>>;

/** Phases by event id. */
export type Moments = Readonly<Record<string, Phase>>;

/** What determines the phase of each event. */
export interface EventTimes {
  /** Epoch milliseconds, for events that follow the clock. Without it, every event has not started. */
  readonly now?: number | undefined;
  /** Computes every event's phase at this instant, even if it does not follow the clock. */
  readonly at?: number | undefined;
  /** Fixed phases. They take precedence over everything else. */
  readonly moments?: Moments | undefined;
}

/** The type of `calendar`, so that a misspelt phase is an error. */
export const eventsType = (ids: readonly string[]): Type => ({
  kind: 'record',
  fields: Object.fromEntries(
    ids.map((id) => [id, { kind: 'record', fields: { phase: { kind: 'enum', values: [...phases] } } }]),
  ),
});

const phaseAt = ({ starts, ends }: TimedEvent, at: number): Phase =>
  at < starts ? 'before' : at < ends ? 'during' : 'after';

/** The phase of each event. */
export function eventsAt(
  ids: readonly string[],
  events: readonly TimedEvent[],
  { now, at, moments = {} }: EventTimes,
): EventConstants {
  const phaseOf = (id: string): Phase => {
    const given = Object.hasOwn(moments, id) ? moments[id] : undefined;
    if (given !== undefined) return given;
    const event = events.find((each) => each.id === id);
    const instant = at ?? (event?.isLive === true ? now : undefined);
    return event === undefined || instant === undefined ? 'before' : phaseAt(event, instant);
  };
  return Object.fromEntries(ids.map((id) => [id, { phase: phaseOf(id) }]));
}

/** The instants at which an event starts or ends, in order. */
export const boundariesOf = (events: readonly TimedEvent[]): number[] =>
  [...new Set(events.flatMap(({ starts, ends }) => [starts, ends]))].sort((one, other) => one - other);

/**
 * Parses an instant that a user entered: an ISO 8601 date-time with an offset, or `<event>.<before|during|after>`.
 * @returns null for any other text
 */
export function instantOf(text: string, events: readonly TimedEvent[]): number | null {
  const moment = momentOf(text);
  if (moment !== null) return moment;
  const [id, phase, ...rest] = text.split('.');
  const event = events.find((each) => each.id === id);
  if (event === undefined || rest.length > 0) return null;
  if (phase === 'before') return event.starts - 1;
  if (phase === 'during') return event.starts;
  return phase === 'after' ? event.ends : null;
}
