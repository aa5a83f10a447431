/** What a definition shows before, during and after an event. */
import { describe, expect, test } from 'vitest';
import { thingAt } from '../../../engine/axes/by-axes.ts';
import { type AxesRules, nextChange } from '../../../engine/axes/choice.ts';
import { instantOf, type Phase } from '../../../engine/axes/phase.ts';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import { createSiteLoader, type DefinitionFile, type LoadOptions, loadSite } from '../../../engine/load/load-site.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { base, codesOf } from './fixtures.ts';

const starts = Date.parse('2026-03-01T09:00:00Z');
const ends = Date.parse('2026-03-01T12:00:00Z');

/** The base site with an event, and a page that shows its phase. */
const siteWith = (moment: string, text: string, above = ''): DefinitionFile[] => [
  ...base.filter(({ path }) => path !== 'site.yaml'),
  ...base
    .filter(({ path }) => path === 'site.yaml')
    .map(({ path, text: own }) => ({
      path,
      text: `${own}\ncalendar:\n${above}  open-day: { title: Open day, starts: '2026-03-01T09:00:00Z', ends: '2026-03-01T12:00:00Z' }\n  fair: { title: Fair, starts: '2026-03-01T09:00:00Z', ends: '2026-03-01T12:00:00Z'${moment} }\n`,
    })),
  {
    path: 'fair.page.yaml',
    text: `page: fair\npaths: [/fair]\ntitle: The fair of this spring\ndescription: All about it.\nblocks:\n${text}`,
  },
];
const blocks = `  - { type: text, when: calendar.fair.phase != 'after', title: 'Now: {{ calendar.fair.phase }}' }
  - { type: text, when: calendar.fair.phase == 'after', title: Over }
`;
const options = { hash: fingerprint, assets: new Set(['sample/seal.svg']) };
const shownAt = (files: DefinitionFile[], when: Pick<LoadOptions, 'now' | 'axes'>) => {
  const { site, problems } = loadSite(files, { ...options, ...when });
  if (site === null) throw new Error(problems.map(({ message }) => message).join());
  return { site, titles: site.pages['fair']?.blocks.map((block) => (block as { title?: unknown }).title) };
};
const live = siteWith(', phase: auto', blocks);

describe('an event that follows the clock', () => {
  test.each([
    [starts - 1, ['Now: before'], starts],
    [starts, ['Now: during'], ends],
    [ends - 1, ['Now: during'], ends],
    [ends, ['Over'], null],
  ])('at %i', (now, titles, changesAt) => {
    const shown = shownAt(live, { now });
    expect(shown.titles).toEqual(titles);
    expect(nextChange(shown.site.rules, now)).toBe(changesAt);
  });

  test('has a version and a page per phase, and does not affect other pages', () => {
    const [before, during, after] = [starts - 1, starts, ends].map((now) => shownAt(live, { now }).site);
    expect(new Set([before?.hash, during?.hash, after?.hash]).size).toBe(3);
    expect(new Set([before, during, after].map((site) => site?.pages['fair']?.hash)).size).toBe(3);
    const other = Object.keys(before?.pages ?? {}).find((id) => id !== 'fair') as string;
    expect(after?.pages[other]?.hash).toBe(before?.pages[other]?.hash);
  });
});

describe('an event that does not follow the clock', () => {
  const fixed = siteWith('', blocks);
  test('stays before at any date, unless a moment is requested', () => {
    expect(shownAt(fixed, { now: ends + 1 }).titles).toEqual(['Now: before']);
    expect(nextChange(shownAt(fixed, { now: 1 }).site.rules, 1)).toBeNull();
    expect(shownAt(fixed, { now: ends + 1, axes: { phase: { fair: 'after' } } }).titles).toEqual(['Over']);
  });

  test('is a warning once it is over, unlike one that follows the clock', () => {
    const problemsIn = (files: DefinitionFile[]) =>
      loadSite(files, { ...options, now: ends + 1 }).problems.filter(({ code }) => code === 'event-past');
    expect(problemsIn(fixed).map(({ message }) => message)).toEqual([
      'The event open-day is over, but visitors can still add it to their calendars.',
      'The event fair is over, but the pages still show the content from before it.',
    ]);
    expect(problemsIn(live).map(({ message }) => message)).toEqual([
      'The event open-day is over, but visitors can still add it to their calendars.',
    ]);
  });
});

test('a phase that does not exist is an error', () => {
  const files = siteWith('', `  - { type: text, when: calendar.fair.phase == 'over', title: Over }\n`);
  expect(loadSite(files, { ...options, now: starts }).site).toBeNull();
});

test('a mistake in a later phase is reported before the event', () => {
  const files = siteWith(
    ', phase: auto',
    `  - { type: text, title: "{{ calendar.fair.phase == 'after' ? 1 / (facts.price - facts.price) : 2 }}" }\n`,
  );
  const now = starts - 1;
  expect(loadSite(files, { ...options, now }).site).not.toBeNull();
  const whole = loadForAxes(files, { ...options, now });
  expect(whole.site).toBeNull();
  expect(codesOf(whole.problems.filter(({ severity }) => severity === 'error'))).not.toEqual([]);
});

test('a moment is given by its date or by its event', () => {
  const timed = [{ id: 'fair', starts, ends, isLive: false }];
  expect(instantOf('2026-03-01T09:00:00Z', timed)).toBe(starts);
  expect(instantOf('fair.before', timed)).toBe(starts - 1);
  expect(instantOf('fair.during', timed)).toBe(starts);
  expect(instantOf('fair.after', timed)).toBe(ends);
  for (const text of ['', 'tomorrow', 'fair.over', 'market.after']) expect(instantOf(text, timed)).toBeNull();
});

test('another phase is loaded with what reads it alone', () => {
  const loader = createSiteLoader();
  const at = (phase: Phase) => ({ ...options, axes: { phase: { fair: phase, 'open-day': 'before' as const } } });
  loader.load(live, at('before'));
  const first = loader.runs;
  const { site } = loader.load(live, at('after'));
  expect(site?.pages['fair']?.blocks).toHaveLength(1);
  // The events, the page, what it contains, its place, and the group of each.
  expect(loader.runs - first).toBeLessThan(12);
  expect(first).toBeGreaterThan(60);
  const second = loader.runs;
  loader.load(live, at('before'));
  // The group of the page.
  expect(loader.runs - second).toBeLessThan(3);
});

test('a load gives the site for every value, and they share what does not differ', () => {
  const { sites, site } = loadForAxes(live, { ...options, now: starts });
  if (sites === null || site === null) throw new Error('The site has an error.');
  // The present, before and after; the event that does not follow the clock has a phase only for developers.
  expect(sites.all.map(({ phase }) => `${phase['open-day']} ${phase['fair']}`)).toEqual([
    ...['before during', 'before before', 'before after', 'during during', 'after after'],
  ]);
  expect(sites.of(site.axes)).toBe(site);
  const [before, during, after] = [0, starts, ends].map((now) => thingAt(sites, now));
  expect(during).toBe(site);
  expect([before, during, after].map((each) => each?.axes.phase['fair'])).toEqual(['before', 'during', 'after']);
  for (const id of Object.keys(site.pages)) expect(before?.pages[id] === after?.pages[id], id).toBe(id !== 'fair');
  expect(after?.flows).toEqual(before?.flows);
  for (const id of Object.keys(site.flows)) expect(after?.flows[id]).toBe(before?.flows[id]);
});

test('events that nothing reads make no other value, and no other version', () => {
  const unread = siteWith(', phase: auto', '  - { type: text, title: Welcome }\n');
  const { sites, site } = loadForAxes(unread, { ...options, now: starts });
  expect(sites?.all).toEqual([{ phase: {}, locale: 'en-GB', brand: 'sample', variant: 'main' }]);
  expect(loadForAxes(unread, { ...options, now: ends }).site?.hash).toBe(site?.hash);
  expect(nextChange(site?.rules as AxesRules, 0)).toBeNull();
});

test('another value of an axis that no definition reads yet causes hardly any work', () => {
  const loader = createSiteLoader();
  const { site } = loader.load(live, { ...options, now: starts });
  const { runs } = loader;
  const other = loader.load(live, { ...options, now: starts, axes: { brand: 'other', variant: 'b' } }).site;
  expect(loader.runs).toBe(runs);
  expect(other?.axes).toEqual({ ...site?.axes, brand: 'other', variant: 'b' });
  expect(other?.site).toBe(site?.site);
  for (const id of Object.keys(site?.pages ?? {})) expect(other?.pages[id]).toBe(site?.pages[id]);
});

test('many values are loaded again without work', () => {
  const many = Array.from(
    { length: 12 },
    (_, index) =>
      `  e${index}: { title: E, phase: auto, starts: '20${30 + index}-01-01T00:00:00Z', ends: '20${30 + index}-01-02T00:00:00Z' }\n`,
  );
  const files = siteWith('', blocks, many.join(''));
  const loader = createSiteLoader();
  expect(loadForAxes(files, { ...options, now: 0 }, loader).sites?.all.length).toBeGreaterThan(24);
  const { runs } = loader;
  loadForAxes(files, { ...options, now: 0 }, loader);
  expect(loader.runs - runs).toBeLessThan(60);
});
