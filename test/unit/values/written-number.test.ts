import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberSigns } from '../../../engine/expressions/index.ts';
import { showNumber } from '../../../engine/values/number-format.ts';
import { readNumber, writeNumber } from '../../../engine/values/number-text.ts';

const pt = numberSigns('pt-BR');
const en = numberSigns('en-US');
const fr = numberSigns('fr-FR');

test.each([
  [1_234_567.891, undefined, '1.234.567,891'],
  [1234.5, 2, '1.234,50'],
  [-999, undefined, '-999'],
  [-1000, 0, '-1.000'],
  [0, 2, '0,00'],
])('%d is shown with %s decimals as %s', (number, decimals, text) => {
  expect(showNumber(number, pt, decimals)).toBe(text);
  expect(readNumber(text, pt)).toBe(number);
});

test('each language has its signs', () => {
  expect([pt, en, fr]).toEqual([
    { group: '.', point: ',' },
    { group: ',', point: '.' },
    { group: '\u202f', point: ',' },
  ]);
});

describe('a text is the number that a person means', () => {
  test.each([
    ['1.234,5', 1234.5],
    ['1234,5', 1234.5],
    ['1.234', 1234],
    ['1.5', 1.5],
    [' 7 ', 7],
    ['-1.234.567,89', -1_234_567.89],
    ['12.34.56', null],
    ['1,2,3', null],
    ['1.2345', 1.2345],
    ['.5', null],
    ['1e5', null],
    ['', null],
  ])('%s in Portuguese', (text, number) => expect(readNumber(text, pt)).toBe(number));

  test.each([
    ['1,234.5', 1234.5],
    ['1,5', null],
    ['1.5', 1.5],
  ])('%s in English', (text, number) => expect(readNumber(text, en)).toBe(number));

  test.each([
    ['1 234,5', 1234.5],
    ['1\u202f234,5', 1234.5],
  ])('%s in French', (text, number) => expect(readNumber(text, fr)).toBe(number));
});

test('a number that the language writes is read as itself', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.constantFrom('pt-BR', 'en-US', 'fr-FR', 'de-CH'),
      (cents, locale) => {
        const format = numberSigns(locale);
        const number = cents / 100;
        expect(readNumber(new Intl.NumberFormat(locale).format(number), format)).toBe(number);
        expect(readNumber(writeNumber(number, format), format)).toBe(number);
      },
    ),
  );
});
