import { expect, test } from 'vitest';
import { attributionSettings } from '../../../engine/attribution/attribution.ts';
import { readTouch, writeTouch } from '../../../server/attribution/touch.ts';

const settings = attributionSettings({ attribution: {} });
const at = '2026-11-23T10:20:30.400Z';
const read = (text: string) => (settings === null ? null : readTouch(text, settings));

test.each([
  ['plain text', `utm_source=a&path=/x&at=${at}`, { utm_source: 'a', path: '/x', at }],
  ['an escape', `utm_source=a%20b&path=/x&at=${at}`, { utm_source: 'a b', path: '/x', at }],
  ['a plus sign', `utm_source=a+b&at=${at}`, { utm_source: 'a b', at }],
  ['an escaped name', `utm%5Fsource=a&at=${at}`, { utm_source: 'a', at }],
  ['an equals sign in a value', `utm_source=a=b&at=${at}`, { utm_source: 'a=b', at }],
  ['a name without a value', `utm_source&utm_medium=b&at=${at}`, { utm_medium: 'b', at }],
  ['an empty value', `utm_source=&at=${at}`, { at }],
  ['a repeated name', `utm_source=a&utm_source=b&at=${at}`, { utm_source: 'a', at }],
  ['a name that is not declared', `other=a&at=${at}`, { at }],
  ['a name of every object', `constructor=a&__proto__=b&at=${at}`, { at }],
  ['an address', `utm_source=ana@x.example&at=${at}`, { at }],
  ['an escaped address', `utm_source=ana%40x.example&at=${at}`, { at }],
  ['a control character', `utm_source=a%0Ab&at=${at}`, { at }],
  ['a broken escape', `utm_source=%E0%A4&at=${at}`, { at }],
  ['300 characters', `utm_source=${'a'.repeat(300)}&at=${at}`, { utm_source: 'a'.repeat(300), at }],
  ['301 characters', `utm_source=${'a'.repeat(301)}&at=${at}`, { at }],
  ['a day without a time', 'at=2026-11-20', { at: '2026-11-20' }],
  ['the end of a long month', 'at=2026-12-31T00:00:00.000Z', { at: '2026-12-31T00:00:00.000Z' }],
  ['no time', 'utm_source=a', null],
  ['a time that is none', 'at=2026-13-20T12:00:00.000Z', null],
  ['nothing', '', null],
])('a stored source with %s', (_, text, touch) => {
  expect(read(text)).toEqual(touch);
});

test('a source that is written is read again', () => {
  const touch = { utm_source: 'a&b=c d+é', referrer: 'https://x.example', path: '/ç/', at };
  expect(read(writeTouch(touch))).toEqual(touch);
});
