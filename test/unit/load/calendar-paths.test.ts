/** Where calendar files are served: the definitions say it, and nothing else is there. */
import { expect, test } from 'vitest';
import { base, baseWith, load } from './fixtures.ts';

const siteWith = (...paths: (string | null)[]) => {
  const entries = paths.map(
    (path, index) => `  day${index}:
${path === null ? '' : `    path: ${path}\n`}    title: A day
    starts: '2030-05-03T09:00:00-03:00'
    ends: '2030-05-03T18:00:00-03:00'
`,
  );
  const { text = '' } = base.find(({ path }) => path === 'site.yaml') ?? {};
  const { problems } = load(baseWith({ 'site.yaml': `${text}calendar:\n${entries.join('')}` }));
  return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
};

test('any path of the form, or the id', () => expect(siteWith('/dates/day.ics', null)).toEqual([]));
test('not among the server’s own', () => expect(siteWith('/assets/day.ics')).toEqual(['route-reserved']));
test('not two at one path', () => expect(siteWith('/day.ics', '/day.ics')).toEqual(['route-taken']));
test('not one that takes another’s default', () => expect(siteWith('/day1.ics', null)).toContain('route-taken'));
test('no other form', () => expect(siteWith('/day.txt')).toEqual(['shape-form']));
