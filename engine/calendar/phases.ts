/** The phase of each event of a site at an instant: before, during or after. Definitions read it as a constant. */
import type { Type } from '../expressions/types.ts';
import { momentOf } from '../values/moment.ts';

export const phases = ['before', 'during', 'after'] as const;
export type Phase = (typeof phases)[number];

/** An event whose dates can be read. */
export interface TimedEvent {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly starts: number;
  readonly ends: number;
  /** Whether its pages change with the clock. */
  readonly isLive: boolean;
}

/** What `calendar.<id>` is to an expression. */
export type EventConstants = Readonly<Record<string, { readonly phase: Phase }>>;

/** The phases of events by their ids. */
export type Moments = Readonly<Record<string, Phase>>;

/** Which phase each event is shown in. */
export interface EventTimes {
  /** Epoch milliseconds, for the events that follow the clock; without it every event is still to come. */
  readonly now?: number | undefined;
  /** Shows every event as at this instant, whether it follows the clock or not. */
  readonly at?: number | undefined;
  /** Shows these events so, before all else. */
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

/** The instants at which an event begins or ends, in order. */
export const boundariesOf = (events: readonly TimedEvent[]): number[] =>
  [...new Set(events.flatMap(({ starts, ends }) => [starts, ends]))].sort((one, other) => one - other);

/**
 * The instant that a person asks for: an ISO 8601 moment with its offset, or `<event>.<before|during|after>`.
 * @returns null for anything else
 */
export function instantOf(text: string, events: readonly TimedEvent[]): number | null {
  const moment = momentOf(text);
  if (moment !== null) return moment;
  const [id, phase] = text.split('.');
  const event = events.find((each) => each.id === id);
  if (event === undefined) return null;
  if (phase === 'before') return event.starts - 1;
  if (phase === 'during') return event.starts;
  return phase === 'after' ? event.ends : null;
}
