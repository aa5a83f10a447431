import { describe, expect, test } from 'vitest';
import {
  boundariesOf,
  eventConstants,
  eventsType,
  instantOf,
  phaseSpans,
  phasesAt,
} from '../../../engine/axes/phase.ts';

const live = { id: 'live', starts: 100, ends: 200, isLive: true };
const still = { id: 'still', starts: 9, ends: 150, isLive: false };
const events = [live, still];

describe('the phase of an event', () => {
  const spans = phaseSpans(['live', 'still'], events);
  test.each([
    [0, 'before'],
    [99, 'before'],
    [100, 'during'],
    [199, 'during'],
    [200, 'after'],
  ])('that follows the clock, at %i: %s', (now, phase) => {
    expect(spans.findLast(({ from }) => from <= now)?.phase).toEqual({ live: phase, still: 'before' });
  });

  test('at an instant does not depend on whether it follows the clock', () => {
    expect(phasesAt(['live', 'still'], events, 150)).toEqual({ live: 'during', still: 'after' });
  });

  test('is before when its dates are unknown, also under an inherited name', () => {
    const phase = { other: 'before', toString: 'before' };
    expect(phasesAt(['other', 'toString'], events, 150)).toEqual(phase);
    expect(phaseSpans(['other', 'toString'], events)).toEqual([{ from: 0, phase }]);
  });

  test('is a constant, also for an event whose phase is not given', () => {
    expect(eventConstants(['live', 'toString'], { live: 'after' })).toEqual({
      live: { phase: 'after' },
      toString: { phase: 'before' },
    });
  });
});

test('an event that began before 1970 has begun in the first span only if the clock says so', () => {
  const old = { id: 'old', starts: -20, ends: -10, isLive: true };
  expect(phaseSpans(['old'], [old]).findLast(({ from }) => from <= 5)?.phase).toEqual({ old: 'after' });
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
