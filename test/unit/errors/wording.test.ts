/** The words of an error where they depend on the mistake: each case names what is wrong and what to do about it. */
import { describe, expect, test } from 'vitest';
import { type AuthorCode, authorErrors, type Entry } from '../../../engine/errors/catalogue.ts';

const wordsOf = (code: AuthorCode, args: object) => {
  const { message, hint, fix } = authorErrors[code] as Entry<object>;
  return { message: message(args), hint: typeof hint === 'function' ? hint(args) : hint, fix: fix?.(args) };
};
const names = { name: 'helo', near: 'hello', known: ['hello', 'other'] };
const none = { near: undefined };

/** The codes of names that do not exist, whose hint is the nearest one or the list of all. */
const unknown = Object.entries(authorErrors as Record<string, Entry<never>>).flatMap(([code, { hint, fix }]) =>
  fix !== undefined &&
  typeof hint === 'function' &&
  (hint as (args: object) => unknown)({ ...names, page: 'p' }) === 'Did you mean hello?'
    ? [code as AuthorCode]
    : [],
);

describe('a name that does not exist', () => {
  test('belongs to many mistakes', () => expect(unknown.length).toBeGreaterThan(20));

  test.each(unknown)('%s: is corrected by the only near one', (code) => {
    const more = {
      page: 'p',
      flow: 'f',
      endpoint: '/e',
      email: 'e',
      what: 'screen',
      key: 'helo',
      found: 'helo',
      event: 'helo',
    };
    expect(wordsOf(code, { ...more, ...names }).fix).toEqual({ was: 'helo', now: 'hello' });
    expect(wordsOf(code, { ...more, ...names, near: undefined }).fix).toBeUndefined();
    expect(wordsOf(code, { ...more, ...names, known: ['hello', 'hero'] }).fix).toBeUndefined();
    const { message, hint } = wordsOf(code, { ...more, ...names, ...none });
    expect(message).toContain('helo');
    expect(hint).toMatch(/hello|helo/);
    expect(hint).not.toContain('Did you mean');
  });

  test('is shown all others, or the first twelve of many', () => {
    const many = Array.from({ length: 13 }, (_, index) => `n${index}`);
    const hint = (known: string[]) => wordsOf('page-unknown', { name: 'x', near: undefined, known }).hint;
    expect(hint(many.slice(1))).toBe(`Known: ${many.slice(1).join(', ')}.`);
    expect(hint(many)).toBe(`Known: ${many.slice(0, 12).join(', ')} … (13).`);
    expect(hint([])).toBe('None exists yet.');
  });
});

/** What two mistakes of one code have different words for. */
// biome-ignore format: a table
const cases: [code: AuthorCode, args: object, message: string | null, hint: string | null][] = [
  ['file-unknown', none, null, 'Name it <id>.page.yaml'],
  ['file-unknown', { near: 'a.page.yaml' }, null, 'Did you mean a.page.yaml?'],
  ['accept-unused', { code: 'x', isError: true, ...none }, 'x is an error', 'move it to the line'],
  ['accept-unused', { code: 'x', isError: false, near: 'y' }, 'no warning x here', 'Did you mean y?'],
  ['shape-unknown-key', { key: 'a', where: 'A page', near: 'b', known: ['b'] }, 'A page has no key a.', 'Did you mean b?'],
  ['shape-unknown-key', { key: 'a', where: 'A page', ...none, known: ['b', 'c'] }, null, 'Allowed keys: b, c.'],
  ['shape-renamed-key', { key: 'a', now: 'b.c' }, '`a` is now `b: c`.', 'npx funnel migrate'],
  ['shape-missing-key', { key: 'a', where: 'A page', about: 'What it is.' }, 'A page needs the key a.', 'Add a: What it is.'],
  ['shape-missing-key', { key: 'a', where: 'A page', about: undefined }, null, 'Add a:'],
  ['shape-wrong-type', { wanted: 'a text', found: 'a list', example: 'x', about: 'y' }, 'This should be a text, but it is a list.', 'For example: x'],
  ['shape-wrong-type', { wanted: 'a text', found: 'a list', example: undefined, about: 'y' }, null, 'y'],
  ['shape-not-one-of', { found: 'a', ...none, known: ['b'] }, 'a is not allowed here.', 'Write b.'],
  ['shape-not-one-of', { found: 'a', ...none, known: ['b', 'c'] }, null, 'Write one of b, c.'],
  ['shape-not-one-of', { found: 'a', near: 'b', known: ['b', 'c'] }, null, 'Did you mean b?'],
  ['shape-form', { found: 'a', about: 'A date.', examples: ['x', 'y'] }, 'a has the wrong format. Expected: A date.', 'For example: x, y'],
  ['shape-form', { found: 'a', about: undefined, examples: [] }, 'a has the wrong format.', null],
  ['route-reserved', { route: '/a/b', own: '/a/' }, 'All paths below /a/ are reserved', 'another path'],
  ['route-reserved', { route: '/a', own: '/a' }, 'The path /a is reserved', 'another path'],
  ['link-unknown-route', { route: '/a', ...none }, 'the path /a', 'Add the page'],
  ['link-unknown-route', { route: '/a', near: '/b' }, null, 'Did you mean /b?'],
  ['link-unknown-anchor', { anchor: 'a', near: 'b', known: ['b'] }, 'has the id a.', 'Did you mean #b?'],
  ['link-unknown-anchor', { anchor: 'a', ...none, known: ['b', 'c'] }, null, 'Known: b, c.'],
  ['link-unknown-anchor', { anchor: 'a', ...none, known: [] }, null, 'Give the block an id.'],
  ['for-each-path', { path: '' }, 'has no paths', 'Include the item'],
  ['for-each-path', { path: '/a' }, 'every repetition has the path /a', null],
  ['overlay-unknown', { ...names, page: '' }, 'belongs to no page, so it has no overlay called helo', 'Give the flow a page'],
  ['overlay-unknown', { ...names, page: 'p' }, 'The page p has no overlay called helo.', 'Did you mean hello?'],
  ['event-past', { event: 'e', isRead: true }, 'content from before it', 'write phase: auto'],
  ['event-past', { event: 'e', isRead: false }, 'still add it to their calendars', 'remove it, or write above it'],
  ['date-unreadable', { name: 'n', written: 'w', isMoment: true, example: '2026-03-01T09:00:00Z' }, 'a date and time, but w', 'with its time and offset, like'],
  ['date-unreadable', { name: 'n', written: 'w', isMoment: false, example: '2026-03-01T09:00:00Z' }, 'as a date, but w', 'Write it like 2026-03-01, or'],
  ['price-not-a-fact', { amount: 'a', near: [] }, 'contains a', 'Store the price'],
  ['price-not-a-fact', { amount: 'a', near: ['b', 'c'] }, null, 'Use the fact with this price: b, c.'],
  ['count-differs', { written: '3', set: 's', count: 4, fact: undefined }, 's has 4 questions', 'Write 4, or'],
  ['count-differs', { written: '3', set: 's', count: 4, fact: 'f' }, null, 'Set f to 4 in site.yaml.'],
  ['phone-malformed', { where: 'W', number: 'n', fact: undefined, example: '447400123456' }, 'W needs', 'like 447400123456'],
  ['phone-malformed', { where: 'W', number: 'n', fact: 'f' }, 'but this is n', 'Write {{ f }}'],
  ['event-unhandled', { event: 'e', ...none, known: [] }, 'sends the event e', 'Write under on: what happens on e.'],
  ['event-unhandled', { event: 'e', near: 'f', known: ['f'] }, null, 'Did you mean f?'],
  ['event-unsent', { event: 'e', ...none, known: [] }, 'sends e', 'Give a button send: e.'],
  ['event-unsent', { event: 'e', near: 'f', known: ['f'] }, null, 'Did you mean f?'],
  ['description-length', { length: 10, least: 50, most: 160 }, 'has 10 characters; search engines tend to replace one with fewer than 50', 'Write 50 to 160 characters.'],
  ['description-length', { length: 50, least: 50, most: 160 }, 'cut it off after about 160', null],
  ['texts-uneven', { name: 'n', missing: ['a', 'b'] }, 'n has no text called a, b', 'Add the text'],
  ['texts-uneven', { name: 'n', missing: ['a'], near: 'c' }, null, 'Is c meant to be a?'],
  ['texts-uneven', { name: 'n', extra: 'x' }, 'n has a text called x', 'Remove x'],
  ['invariant-shape', { kind: 'always', problem: 'empty' }, 'This entry of always states nothing', 'event: Lead, message'],
  ['invariant-shape', { kind: 'never', problem: 'at' }, 'This entry of never has an event and steps', 'times: 2'],
  ['invariant-shape', { kind: 'always', problem: 'at' }, 'by which step', null],
  ['invariant-shape', { kind: 'always', problem: 'when' }, 'an event and a condition', null],
  ['invariant-shape', { kind: 'never', problem: 'times' }, 'names no event', null],
  ['points-unknown', { name: 'n', ...none, known: [] }, 'called n', 'No answer has points yet.'],
  ['points-unknown', { name: 'n', ...none, known: ['a', 'b'] }, null, 'These have: a, b.'],
  ['points-unknown', { name: 'n', near: 'm', known: ['m'] }, null, 'Did you mean m?'],
  ['call-value-missing', { name: 'n', endpoint: '/e' }, 'this flow has no value with that name', 'with: { n: … }'],
  ['call-value-missing', { name: 'n', endpoint: '/e', why: 'w' }, '/e requires n, which may be missing here: w.', null],
  ['field-unposted', { form: 'f', fields: ['a'] }, 'never sends it.', 'Let an intake'],
  ['field-unposted', { form: 'f', fields: ['a', 'b'] }, 'Visitors fill in a, b in the form f, but this flow never sends them.', null],
  ['accepted-unsent', { name: 'n', endpoint: '/e', ...none }, '/e accepts n', 'with: { n: … }'],
  ['accepted-unsent', { name: 'n', endpoint: '/e', near: 'm' }, null, 'Flows send m'],
  ['email-value-missing', { email: 'e', name: 'n', known: [] }, 'e reads n', 'can read nothing yet.'],
  ['email-value-missing', { email: 'e', name: 'n', known: ['a', 'b'] }, null, 'can read a, b.'],
  ['text-unclosed-mark', { mark: '**' }, '** is opened here', 'write \\*\\* to show'],
  ['step-endless-loop', { steps: ['a', 'b'] }, 'The steps a, b loop', null],
  ['step-cycle', { steps: ['a', 'b'] }, 'waiting: a → b → a.', null],
  ['redirect-loop', { paths: ['/a', '/b', '/a'] }, '/a leads to /b leads to /a: these', null],
  ['scenario-name-unknown', { ...names, what: 'screen' }, 'no screen called helo', 'Did you mean hello?'],
  ['scenario-name-unknown', { ...names, what: 'event' }, 'an event called helo under on:', null],
  ['scenario-name-unknown', { ...names, what: 'field' }, 'a field called helo', null],
  ['scenario-name-unknown', { ...names, what: 'path' }, 'no call to helo', null],
  ['scenario-name-unknown', { ...names, what: 'tracking event' }, 'a tracking event called helo', null],
  ['consent-incomplete', { key: 'version' }, 'needs version', 'Add a version'],
  ['consent-incomplete', { key: 'policy' }, 'needs policy', 'Add policy:'],
  ['text-single-braces', { inside: 'a', written: undefined }, '{ a }', 'cannot contain answers'],
  ['tag-event-inert', { name: 'n', tag: 't', key: 'label' }, 'n has no label', 'the conversion action shows it'],
  ['tag-event-inert', { name: 'n', tag: 't', key: 'rule' }, 'n has no rule', 'the list of conversions shows it'],
];

test.each(cases)('%s of %o', (code, args, message, hint) => {
  const { message: has, hint: advice } = wordsOf(code, args);
  if (message !== null) expect(has).toContain(message);
  if (hint !== null) expect(advice).toContain(hint);
  for (const text of [has, advice ?? '']) expect(text).not.toMatch(/undefined|null|\[object/);
});

test.each<[code: AuthorCode, args: object, fix: object]>([
  ['key-not-text', { key: '7' }, { was: '7', now: "'7'" }],
  ['text-single-braces', { inside: 'a', written: '{ a }' }, { was: '{ a }', now: '{{ a }}' }],
])('%s of %o has one correction', (code, args, fix) => expect(wordsOf(code, args).fix).toEqual(fix));

test('what has no example or explanation has no place for it', () => {
  expect(wordsOf('shape-missing-key', { key: 'a', where: 'A page', about: undefined }).hint).toBe('Add a:');
  const form = wordsOf('shape-form', { found: 'a', about: undefined, examples: [] });
  expect([form.message, form.hint]).toEqual(['a has the wrong format.', undefined]);
});
