/** The choice of a visitor's value: by path, host, group and clock. */
import { describe, expect, test } from 'vitest';
import { mainVariant } from '../../../engine/axes/axes.ts';
import {
  type AxesRequest,
  type AxesRules,
  axesAt,
  axesFrom,
  chooseAxes,
  nextChange,
} from '../../../engine/axes/choice.ts';
import { phaseSpans } from '../../../engine/axes/phase.ts';

const fair = { id: 'fair', starts: 100, ends: 200, isLive: true };
const rules: AxesRules = {
  phases: phaseSpans(['fair'], [fair]),
  locale: 'en-GB',
  brand: 'house',
  locales: [
    { prefix: '/es', value: 'es-ES' },
    { prefix: '/es/mx', value: 'es-MX' },
    { host: 'casa.example', value: 'pt-BR' },
    { host: 'casa.example', prefix: '/en/', value: 'en-US' },
  ],
  brands: [{ host: 'casa.example', value: 'casa' }],
  variants: [
    { variant: 'canary', seed: 'v2', share: 1000, rules: { ...emptyRules(), brand: 'new' } },
    { variant: 'b', seed: 'test', share: 5000 },
  ],
};

function emptyRules(): AxesRules {
  return {
    ...{ locale: 'en-GB', brand: 'house', locales: [], brands: [], variants: [] },
    phases: phaseSpans(['fair'], [{ ...fair, starts: 50 }]),
  };
}

const visitor: AxesRequest = { path: '/', host: 'house.example', group: () => 9999, now: 0 };
/** A visitor's group for each seed. */
const groups = (bySeed: Record<string, number>) => (seed: string) => bySeed[seed] ?? 9999;

describe('a visitor', () => {
  test.each<[string, Partial<AxesRequest>, Record<string, unknown>]>([
    ['whom nothing distinguishes', {}, {}],
    ['of another path', { path: '/estates' }, {}],
    ['of a path of a locale', { path: '/es' }, { locale: 'es-ES' }],
    ['below a path of a locale', { path: '/es/precios' }, { locale: 'es-ES' }],
    ['below the longest path', { path: '/es/mx/precios' }, { locale: 'es-MX' }],
    ['of a host', { host: 'casa.example' }, { locale: 'pt-BR', brand: 'casa' }],
    [
      'of a host, whose path another host does not change',
      { host: 'casa.example', path: '/es' },
      { locale: 'pt-BR', brand: 'casa' },
    ],
    ['of a path of a host', { host: 'casa.example', path: '/en/x' }, { locale: 'en-US', brand: 'casa' }],
    ['of a path that only another host has', { path: '/en/x' }, {}],
    ['just before the event', { now: 99 }, {}],
    ['when the event begins', { now: 100 }, { phase: { fair: 'during' } }],
    ['when the event ends', { now: 200 }, { phase: { fair: 'after' } }],
    ['of a group', { group: groups({ test: 4999 }) }, { variant: 'b' }],
    ['at the edge of a group', { group: groups({ test: 5000 }) }, {}],
    ['of two groups', { group: groups({ v2: 0, test: 0 }) }, { variant: 'canary', brand: 'new' }],
    [
      'of the canary, whose event has other dates',
      { group: groups({ v2: 999 }), now: 60 },
      { variant: 'canary', brand: 'new', phase: { fair: 'during' } },
    ],
    [
      'of the canary, who does not follow the paths of the others',
      { group: groups({ v2: 999 }), path: '/es' },
      { variant: 'canary', brand: 'new' },
    ],
    [
      'of another variant, who does',
      { group: groups({ test: 1 }), path: '/es', now: 300 },
      { variant: 'b', locale: 'es-ES', phase: { fair: 'after' } },
    ],
  ])('%s', (_name, request, expected) => {
    const usual = { phase: { fair: 'before' }, locale: 'en-GB', brand: 'house', variant: mainVariant };
    expect(chooseAxes(rules, { ...visitor, ...request })).toEqual({ ...usual, ...expected });
  });

  test.each(['/', '/es/mx/x', '/en/x', '/es'])('gets the same at %s in any order of the rules', (path) => {
    const reversed = { ...rules, locales: rules.locales.toReversed() };
    for (const host of ['house.example', 'casa.example'])
      expect(chooseAxes(reversed, { ...visitor, path, host })).toEqual(chooseAxes(rules, { ...visitor, path, host }));
  });

  test('gets the value of a rule for all addresses, and of equal rules the first', () => {
    const everywhere = { ...rules, locales: [{ value: 'fr-FR' }, { value: 'de-DE' }], brands: [] };
    expect(chooseAxes(everywhere, visitor)).toMatchObject({ locale: 'fr-FR', brand: 'house' });
  });

  test('whom only the clock distinguishes', () => {
    expect(axesAt(rules, 150)).toEqual(chooseAxes(rules, { ...visitor, now: 150 }));
  });
});

test.each([
  [0, 100],
  [99, 100],
  [100, 200],
  [200, null],
])('after %i, the clock chooses another value at %s', (now, next) => {
  expect(nextChange(rules, now)).toBe(next);
});

test('a site without events never changes', () => {
  expect(nextChange({ ...rules, phases: [{ from: 0, phase: {} }] }, 0)).toBeNull();
});

test('what visitors can still get begins with the present', () => {
  const all = (['after', 'before', 'during'] as const).flatMap((phase) =>
    ['en-GB', 'es-ES'].map((locale) => ({ phase: { fair: phase }, locale, brand: 'house', variant: mainVariant })),
  );
  const from = (now: number) => axesFrom(rules, all, now).map(({ phase, locale }) => `${phase['fair']} ${locale}`);
  expect(from(0)).toEqual([
    'before en-GB',
    'before es-ES',
    'during en-GB',
    'during es-ES',
    'after en-GB',
    'after es-ES',
  ]);
  expect(from(100)).toEqual(['during en-GB', 'during es-ES', 'after en-GB', 'after es-ES']);
  expect(from(900)).toEqual(['after en-GB', 'after es-ES']);
});
