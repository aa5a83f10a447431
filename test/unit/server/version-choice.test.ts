/** Which version of a site a visitor gets: one look-up by path, host, group and clock. */
import type { IncomingMessage } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { type Axes, type AxisValues, everyAxes, mainVariant } from '../../../engine/axes/axes.ts';
import { type ByAxes, byAxes } from '../../../engine/axes/by-axes.ts';
import type { AxesRules } from '../../../engine/axes/choice.ts';
import { phaseSpans } from '../../../engine/axes/phase.ts';
import { createVersionChoice, type VersionChoice } from '../../../server/pages/choice.ts';
import type { Version } from '../../../server/pages/version.ts';

const rules: AxesRules = {
  phases: phaseSpans(['fair'], [{ id: 'fair', starts: 100, ends: 200, isLive: true }]),
  locale: 'en-GB',
  brand: 'house',
  locales: [{ prefix: '/es', value: 'es-ES' }],
  brands: [{ host: 'casa.example', value: 'casa' }],
  variants: [],
};
const values: AxisValues = {
  phase: rules.phases.map(({ phase }) => phase),
  locale: ['en-GB', 'es-ES'],
  brand: ['house', 'casa'],
  variant: [mainVariant],
};

const nameOf = (name: string, { phase, locale, brand }: Axes): string => [name, phase['fair'], locale, brand].join(' ');

/** A version whose hash says what it is; only the page `/` differs. */
const versionOf = (hash: string): Version =>
  ({
    site: { hash, routes: { '/': '/', '/terms': '/terms' } },
    edition: { placeOf: (route: string) => ({ fingerprint: route === '/' ? hash : route }) },
  }) as unknown as Version;

const versionsOf = (name: string, of: AxisValues = values): ByAxes<Version> =>
  byAxes(
    rules,
    everyAxes(of).map((axes) => [axes, versionOf(nameOf(name, axes))] as const),
  );

const request = (url: string, host = 'house.example', group = 9999): IncomingMessage =>
  ({ url, headers: { host, group } }) as unknown as IncomingMessage;

let now: number;
let choice: VersionChoice;
beforeEach(() => {
  now = 0;
  const groupOf = ({ headers }: IncomingMessage): number => headers['group'] as unknown as number;
  choice = createVersionChoice({ groupOf, cookieFor: () => 'funnel-group=1' }, () => now);
});
const hashFor = (...given: Parameters<typeof request>): string => choice.forVisitor(request(...given)).site.hash;

test('each visitor gets the value of their address and of the time', () => {
  choice.follow({ live: versionsOf('one'), canary: null });
  expect(hashFor('/?a=/es')).toBe('one before en-GB house');
  expect(hashFor('/es/precios?a=1')).toBe('one before es-ES house');
  expect(hashFor('/es', 'casa.example')).toBe('one before es-ES casa');
  now = 100;
  expect(hashFor('/')).toBe('one during en-GB house');
  expect(choice.cookieFor(request('/'))).toBeNull();
  expect(choice.isShared('/')).toBe(true);
});

test('a canary is one more value: its share gets it, in their own locale, and shared caches keep what is the same', () => {
  const canary = { id: 'two', share: 1000, versions: versionsOf('two') };
  choice.follow({ live: versionsOf('one'), canary });
  expect(hashFor('/es', 'house.example', 999)).toBe('two before es-ES house');
  expect(hashFor('/es', 'house.example', 1000)).toBe('one before es-ES house');
  expect([choice.isShared('/'), choice.isShared('/terms')]).toEqual([false, true]);
  expect(choice.cookieFor(request('/'))).toBe('funnel-group=1');
  // A page of any locale may be open, also one whose form is sent to an address without a locale.
  expect(choice.all().map(({ site }) => site.hash)).toEqual(
    ['one', 'two'].flatMap((name) =>
      ['en-GB house', 'es-ES house', 'en-GB casa', 'es-ES casa'].map((place) => `${name} before ${place}`),
    ),
  );
});

test('a page that was drawn before the clock chose another version is still known, for a day', () => {
  const live = versionsOf('one', { ...values, locale: ['en-GB'], brand: ['house'] });
  choice.follow({ live, canary: null });
  const drawn = choice.forVisitor(request('/'));
  const fits = (version: Version): boolean => version === drawn;
  now = 150;
  // Between the instant and the timer.
  expect(choice.fitting(request('/'), fits)).toBe(drawn);
  choice.follow({ live, canary: null });
  now += 1000;
  expect(choice.forVisitor(request('/')).site.hash).toBe('one after en-GB house');
  expect(choice.fitting(request('/'), fits)).toBe(drawn);
  now += 24 * 60 * 60 * 1000;
  expect(choice.fitting(request('/'), fits)).toBeNull();
});

test('what was served until an edit is known, the newest first', () => {
  const one = { ...values, phase: [{ fair: 'before' as const }], locale: ['en-GB'], brand: ['house'] };
  for (const name of ['a', 'b', 'c']) choice.follow({ live: versionsOf(name, one), canary: null });
  expect(choice.all().map(({ site }) => site.hash[0])).toEqual(['c', 'b', 'a']);
});
