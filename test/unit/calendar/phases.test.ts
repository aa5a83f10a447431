import { describe, expect, test } from 'vitest';
import { boundariesOf, eventsAt, eventsType, instantOf } from '../../../engine/calendar/phases.ts';

const live = { id: 'live', starts: 100, ends: 200, isLive: true };
const still = { id: 'still', starts: 9, ends: 150, isLive: false };
const events = [live, still];

describe('the phase of an event', () => {
  test.each([
    [99, 'before'],
    [100, 'during'],
    [199, 'during'],
    [200, 'after'],
  ])('that follows the clock, at %i: %s', (now, phase) => {
    expect(eventsAt(['live', 'still'], events, { now })).toEqual({ live: { phase }, still: { phase: 'before' } });
  });

  test('at a given instant does not depend on the clock', () => {
    expect(eventsAt(['live', 'still'], events, { now: 0, at: 150 })).toEqual({
      live: { phase: 'during' },
      still: { phase: 'after' },
    });
  });

  test('can be given, for each event by itself', () => {
    expect(eventsAt(['live', 'still'], events, { now: 150, moments: { live: 'after' } })).toEqual({
      live: { phase: 'after' },
      still: { phase: 'before' },
    });
  });

  test('is before when its dates are unknown, also under an inherited name', () => {
    expect(eventsAt(['other', 'toString'], events, { now: 150, at: 150, moments: {} })).toEqual({
      other: { phase: 'before' },
      toString: { phase: 'before' },
    });
  });
});

test('the type of the events names each of them and its phases', () => {
  const phase = { kind: 'enum', values: ['before', 'during', 'after'] };
  expect(eventsType(['live', 'still'])).toEqual({
    kind: 'record',
    fields: { live: { kind: 'record', fields: { phase } }, still: { kind: 'record', fields: { phase } } },
  });
});

test('boundaries are in numeric order, each once', () => {
  expect(boundariesOf([live, still, { ...still, id: 'again' }])).toEqual([9, 100, 150, 200]);
});

describe('an instant', () => {
  test.each<[string, number | null]>([
    ['2026-03-01T09:00Z', Date.UTC(2026, 2, 1, 9)],
    ['live.before', 99],
    ['live.during', 100],
    ['live.after', 200],
    ['live.never', null],
    ['other.before', null],
    ['live', null],
    ['live.during.', null],
    ['.during', null],
  ])('%s', (text, instant) => {
    expect(instantOf(text, events)).toBe(instant);
  });
});
