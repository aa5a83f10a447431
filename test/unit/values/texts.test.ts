import { describe, expect, test } from 'vitest';
import { parseDuration, parseWait } from '../../../engine/values/duration.ts';
import { pageTitle, tabTitle } from '../../../engine/values/page-title.ts';
import { type ProsePart, splitProse } from '../../../engine/values/prose.ts';

describe('prose', () => {
  test.each<[string, ProsePart[]]>([
    ['', []],
    ['\n \n', []],
    ['One', [{ p: { text: 'One', offset: 0 } }]],
    ['  One  ', [{ p: { text: 'One', offset: 2 } }]],
    ['One\ntwo', [{ p: { text: 'One two', offset: 0 } }]],
    ['One\n   two', [{ p: { text: 'One    two', offset: 0 } }]],
    ['One  \ntwo', [{ p: { text: 'One   two', offset: 0 } }]],
    ['One\n\ntwo', [{ p: { text: 'One', offset: 0 } }, { p: { text: 'two', offset: 5 } }]],
    ['- a', [{ ul: [{ text: 'a', offset: 2 }] }]],
    [
      '- a\n  - b',
      [
        {
          ul: [
            { text: 'a', offset: 2 },
            { text: 'b', offset: 8 },
          ],
        },
      ],
    ],
    ['- a\n  b', [{ ul: [{ text: 'a   b', offset: 2 }] }]],
    [
      '- a\n- b\nc',
      [
        {
          ul: [
            { text: 'a', offset: 2 },
            { text: 'b c', offset: 6 },
          ],
        },
      ],
    ],
    ['- a\n\n- b', [{ ul: [{ text: 'a', offset: 2 }] }, { ul: [{ text: 'b', offset: 7 }] }]],
    ['- a\n\nb', [{ ul: [{ text: 'a', offset: 2 }] }, { p: { text: 'b', offset: 5 } }]],
    ['One\n- a', [{ p: { text: 'One', offset: 0 } }, { ul: [{ text: 'a', offset: 6 }] }]],
    ['One\n- a\ntwo', [{ p: { text: 'One', offset: 0 } }, { ul: [{ text: 'a two', offset: 6 }] }]],
    ['-a', [{ p: { text: '-a', offset: 0 } }]],
    ['a - ', [{ p: { text: 'a -', offset: 0 } }]],
  ])('%j', (text, parts) => {
    expect(splitProse(text)).toEqual(parts);
  });

  test('every run is as long as its source, so that an offset in it is one in the text', () => {
    const text = 'Uma frase\n   que segue.\n\n- um item\n  longo\n- outro';
    for (const part of splitProse(text))
      for (const run of 'p' in part ? [part.p] : part.ul)
        expect(text.slice(run.offset, run.offset + run.text.length).replace(/\n/g, ' ')).toBe(run.text);
  });
});

describe('durations', () => {
  test.each([
    ['600ms', 600],
    ['1.5s', 1500],
    ['0s', 0],
    ['0.0006s', 1],
    ['12s', 12_000],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
  test.each([
    ['600ms', { from: 600, to: 600 }],
    ['3500ms to 4.5s', { from: 3500, to: 4500 }],
  ])('%s', (text, wait) => {
    expect(parseWait(text)).toEqual(wait);
  });
});

describe('titles', () => {
  test('a page has the name of its site once', () => {
    expect(pageTitle('Contact', 'Site')).toBe('Contact | Site');
    expect(pageTitle('About the Site', 'Site')).toBe('About the Site');
  });
  test('a tab begins with the position', () => {
    expect(tabTitle('Questions', '2 of 4')).toBe('2 of 4 · Questions');
    expect(tabTitle('Questions', undefined)).toBe('Questions');
    expect(tabTitle('Questions', '')).toBe('Questions');
  });
});
