/** The axis of time: the phase of each of a site's events. Definitions read it as a constant. */
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

/** The phase of each event that definitions read, by id. */
export type Phases = Readonly<Record<string, Phase>>;

/** The phases that the clock gives from an instant on. */
export interface PhaseSpan {
  /** Epoch milliseconds; 0 in the first span. */
  readonly from: number;
  readonly phase: Phases;
}

/** The type of `calendar`, so that a misspelt phase is an error. */
export const eventsType = (ids: readonly string[]): Type => ({
  kind: 'record',
  fields: Object.fromEntries(
    ids.map((id) => [id, { kind: 'record', fields: { phase: { kind: 'enum', values: [...phases] } } }]),
  ),
});

/** The value of `calendar`. An event without a phase has not started. */
export const eventConstants = (ids: readonly string[], phase: Phases): EventConstants =>
  Object.fromEntries(ids.map((id) => [id, { phase: (Object.hasOwn(phase, id) ? phase[id] : undefined) ?? 'before' }]));

const phaseAt = ({ starts, ends }: TimedEvent, at: number): Phase =>
  at < starts ? 'before' : at < ends ? 'during' : 'after';

const phasesBy = (ids: readonly string[], events: readonly TimedEvent[], at: (event: TimedEvent) => number): Phases =>
  Object.fromEntries(
    ids.map((id): [string, Phase] => {
      const event = events.find((each) => each.id === id);
      return [id, event === undefined ? 'before' : phaseAt(event, at(event))];
    }),
  );

/** The phase of each event at an instant, also of those that do not follow the clock. */
export const phasesAt = (ids: readonly string[], events: readonly TimedEvent[], at: number): Phases =>
  phasesBy(ids, events, () => at);

/** What the clock shows over time, in order. An event that does not follow it, or has no valid dates, never starts. */
export function phaseSpans(ids: readonly string[], events: readonly TimedEvent[]): PhaseSpan[] {
  const live = events.filter(({ id, isLive }) => isLive && ids.includes(id));
  const shown = (from: number): Phases => phasesBy(ids, live, () => (from === 0 ? Number.NEGATIVE_INFINITY : from));
  return [0, ...boundariesOf(live)].map((from) => ({ from, phase: shown(from) }));
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
