/** What a definition shows before, during and after an event. */
import { describe, expect, test } from 'vitest';
import { instantOf } from '../../../engine/calendar/phases.ts';
import { createSiteLoader, type DefinitionFile, loadSite } from '../../../engine/load/load-site.ts';
import { loadSiteThroughout } from '../../../engine/load/throughout.ts';
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
const shownAt = (files: DefinitionFile[], when: { now?: number; at?: number }) => {
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
    expect(shown.site.changesAt).toBe(changesAt);
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
    expect(shownAt(fixed, { now: ends + 1 }).site.changesAt).toBeNull();
    expect(shownAt(fixed, { now: ends + 1, at: ends }).titles).toEqual(['Over']);
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
  const whole = loadSiteThroughout(files, { ...options, now });
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
  loader.load(live, { ...options, at: starts - 1 });
  const first = loader.runs;
  const { site } = loader.load(live, { ...options, at: ends });
  expect(site?.pages['fair']?.blocks).toHaveLength(1);
  // The events, the page, what it contains, its place, and the group of each.
  expect(loader.runs - first).toBeLessThan(12);
  expect(first).toBeGreaterThan(60);
  const second = loader.runs;
  loader.load(live, { ...options, at: starts - 1 });
  // The group of the page.
  expect(loader.runs - second).toBeLessThan(3);
});
