import { describe, expect, test } from 'vitest';
import { type MoneyFormat, moneyFormat } from '../../../engine/values/money.ts';

const formatOf = (locale: string, currency: string): MoneyFormat => {
  const format = moneyFormat(locale, currency);
  if (format === undefined) throw new Error(`No format for ${locale} and ${currency}`);
  return format;
};
const reais = formatOf('pt-BR', 'BRL');

/** The amounts found, each with its text. */
const found = (format: MoneyFormat, text: string): [number, string][] =>
  format.find(text).map(({ value, offset, length }) => [value, text.slice(offset, offset + length)]);

test('an unknown locale or currency has no format', () => {
  expect(moneyFormat('not a locale', 'BRL')).toBeUndefined();
  expect(moneyFormat('pt-BR', 'REAL')).toBeUndefined();
});

test('amounts are shown in the units of their currency', () => {
  expect(reais.unit).toBe(100);
  expect(reais.show(19_700)).toBe('R$\u00a0197,00');
  const yen = formatOf('ja-JP', 'JPY');
  expect([yen.unit, yen.show(1500)]).toEqual([1, '￥1,500']);
  const dinars = formatOf('en', 'KWD');
  expect([dinars.unit, dinars.show(1250)]).toEqual([1000, 'KWD\u00a01.250']);
});

describe('amounts in a text', () => {
  test.each<[string, [number, string][]]>([
    ['nothing to pay', []],
    ['R$ 197', [[19_700, 'R$ 197']]],
    ['por R$197,00 hoje', [[19_700, 'R$197,00']]],
    ['R$\u00a01.234,5', [[123_450, 'R$\u00a01.234,5']]],
    ['R$\u202f1.234.567,89', [[123_456_789, 'R$\u202f1.234.567,89']]],
    [
      'de R$ 10 por R$ 9,99',
      [
        [1000, 'R$ 10'],
        [999, 'R$ 9,99'],
      ],
    ],
    ['197 R$', [[19_700, '197 R$']]],
    ['BRL 197', [[19_700, 'BRL 197']]],
    ['197 BRL', [[19_700, '197 BRL']]],
    ['XBRL 197', []],
    ['BRLX 197', []],
    ['R$ 12 mil', []],
    ['R$ 2 milhões de faturamento', []],
    ['R$ 1 bi', []],
    ['R$ 12 milhas', [[1200, 'R$ 12']]],
    ['R$ 12 em mil vezes', [[1200, 'R$ 12']]],
    ['R$ 1.5', [[100, 'R$ 1']]],
    ['R$  197', []],
  ])('%s', (text, amounts) => {
    expect(found(reais, text)).toEqual(amounts);
  });

  test('are written as their locale writes them', () => {
    expect(found(formatOf('en-US', 'USD'), '$1,234.50 of $3 million')).toEqual([[123_450, '$1,234.50']]);
    expect(found(formatOf('fr-FR', 'EUR'), '1\u202f234,50\u00a0€, 1 234 € et 20 €')).toEqual([
      [123_450, '1\u202f234,50\u00a0€'],
      [123_400, '1 234 €'],
      [2000, '20 €'],
    ]);
    expect(found(formatOf('ja-JP', 'JPY'), '￥1,500')).toEqual([[1500, '￥1,500']]);
  });
});

test.each([
  ['por R$', true],
  ['por R$ ', true],
  ['por R$\u00a0', true],
  ['por BRL ', true],
  ['por R$  ', false],
  ['por R$ 1', false],
  ['por XBRL', false],
  ['', false],
])('whether an amount follows %j: %s', (text, opens) => {
  expect(reais.opens(text)).toBe(opens);
});
