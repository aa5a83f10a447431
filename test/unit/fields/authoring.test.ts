/** What the types of field in a file are loaded as. */
import { describe, expect, test } from 'vitest';
import { numberSigns } from '../../../engine/expressions/index.ts';
import { controlOf, submittedAs } from '../../../engine/fields/authoring.ts';
import { authoring } from '../../../engine/fields/generated/authoring.ts';
import { type FieldWords, filled, type OwnProperties } from '../../../engine/fields/kinds/authoring.ts';
import { messagesFor } from '../../../engine/messages/catalogue.ts';
import { type FieldType, fieldProperties } from '../../../schemas/generated/types.ts';

const words: FieldWords = {
  locale: 'pt-BR',
  texts: messagesFor({ locale: 'pt-BR' }),
  numbers: numberSigns('pt-BR'),
  money: { before: 'R$\u00a0', after: '', decimals: 2 },
};
const base = { name: 'campo', label: 'Campo', rules: [] };
const types = Object.keys(authoring) as FieldType[];
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];
const needed = { options, value: { code: 7, isNumber: true, reads: {} } };
const define = (type: FieldType, own: OwnProperties = {}) => {
  const given = Object.entries(needed).filter(([name]) =>
    (fieldProperties[type] as string[] | undefined)?.includes(name),
  );
  return authoring[type].define(base, { ...Object.fromEntries(given), ...own }, words);
};
const rulesOf = (type: FieldType, own: OwnProperties = {}) => authoring[type].rules?.(own, words) ?? [];

test.each(types)('%s is loaded as its control', (type) => {
  expect(define(type)?.type).toBe(controlOf({ type }).type);
});

test('a type with options is none without them', () => {
  for (const type of ['choice', 'choices', 'dropdown'] as const)
    expect(authoring[type].define(base, {}, words)).toBeNull();
});

describe('a number', () => {
  test('is written as in the site’s language, and has a keyboard of digits where none is negative', () => {
    expect(define('number', { min: 0, max: 9 })).toMatchObject({
      attributes: { inputMode: 'numeric' },
      number: { group: '.', point: ',', decimals: 0, min: 0, max: 9 },
    });
    expect(define('number', { min: 0, decimals: 2 })).toMatchObject({ attributes: { inputMode: 'decimal' } });
    expect(define('number', { min: -1 })?.attributes).toEqual({});
    expect(define('number')?.attributes).toEqual({});
  });

  test.each<[OwnProperties, string[]]>([
    [{}, ['Escreva um número inteiro.']],
    [{ decimals: 2 }, ['Escreva um número, com até 2 casas decimais.']],
    [{ min: 0.5 }, ['Escreva um número inteiro.', 'Escreva 0,5 ou mais.']],
    [{ max: 9 }, ['Escreva um número inteiro.', 'Escreva 9 ou menos.']],
    [{ min: 1, max: 9 }, ['Escreva um número inteiro.', 'Escreva um número de 1 a 9.']],
  ])('%o says what is wrong with it', (own, messages) => {
    expect(rulesOf('number', own).map(({ message }) => message)).toEqual(messages);
  });
});

test('a date has the browser’s own control, and the same period on the server', () => {
  const period = { from: '2026-01-01', to: '2026-12-31' };
  expect(define('date', period)?.attributes).toEqual({ type: 'date', min: '2026-01-01', max: '2026-12-31' });
  expect(rulesOf('date', period)).toEqual([
    { rule: 'date', format: 'YYYY-MM-DD', ...period, message: words.texts.fieldDate },
  ]);
  expect(define('date')?.attributes).toEqual({ type: 'date' });
});

test.each([
  ['00:00', true],
  ['23:59', true],
  ['23:59:59', true],
  ['24:00', false],
  ['7:30', false],
  ['12:60', false],
])('%s is a time: %s', (value, isTime) => {
  const [rule] = rulesOf('time');
  expect(rule).toMatchObject({ rule: 'pattern' });
  expect(new RegExp(`^(?:${(rule as { pattern: string }).pattern})$`, 'u').test(value)).toBe(isTime);
});

test.each<[FieldType, OwnProperties, string[]]>([
  ['scale', {}, ['1', '2', '3', '4', '5']],
  ['scale', { min: 0, max: 2 }, ['0', '1', '2']],
  ['rating', { max: 3 }, ['1', '2', '3']],
  ['nps', {}, ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['yes-no', {}, ['yes', 'no']],
])('%s %o has the options %o', (type, own, values) => {
  const field = define(type, own);
  expect(field !== null && 'options' in field ? field.options.map(({ value }) => value) : null).toEqual(values);
});

test('a rating may count faces, three or five', () => {
  const labels = (max?: number) => {
    const field = define('rating', { icon: 'smiley', ...(max === undefined ? {} : { max }) });
    return field !== null && 'options' in field ? field.options.map(({ label }) => label).join(' ') : '';
  };
  expect(labels()).toBe('😞 🙁 😐 🙂 😀');
  expect(labels(3)).toBe('🙁 😐 🙂');
});

test('a rating may count hearts or numbers', () => {
  expect(define('rating', { icon: 'heart', max: 2 })).toMatchObject({
    look: 'hearts',
    options: [
      { value: '1', label: '1 coração de 2' },
      { value: '2', label: '2 corações de 2' },
    ],
  });
  expect(define('rating', { icon: 'number', max: 2 })).toMatchObject({
    look: 'scale',
    options: [
      { value: '1', label: '1' },
      { value: '2', label: '2' },
    ],
  });
});

test('stars are counted aloud, and the ends of a scale can be named', () => {
  expect(define('rating', { max: 2 })).toMatchObject({
    options: [{ label: '1 estrela de 2' }, { label: '2 estrelas de 2' }],
  });
  expect(define('nps')).toMatchObject({ ends: ['Nada provável', 'Muito provável'] });
  expect(define('nps', { ends: ['Não', 'Sim'] })).toMatchObject({ ends: ['Não', 'Sim'] });
});

describe('an amount of money', () => {
  test('is read with the sign of the currency, and sent in its smallest unit', () => {
    expect(define('currency', { min: 10 })).toMatchObject({
      ...{ look: 'money', shown: { before: 'R$', after: '' }, attributes: { inputMode: 'decimal' } },
      number: { group: '.', point: ',', decimals: 2, min: 10, minor: 100, sign: 'R$' },
    });
    const yen = { ...words, money: { before: '', after: '\u00a0円', decimals: 0 } };
    expect(authoring.currency.define(base, {}, yen)).toMatchObject({
      attributes: { inputMode: 'numeric' },
      number: { decimals: 0, minor: 1, sign: '円' },
    });
  });

  test.each<[OwnProperties, string]>([
    [{}, 'Escreva R$\u00a00,00 ou mais.'],
    [{ min: 1000 }, 'Escreva R$\u00a01.000,00 ou mais.'],
    [{ max: 9.5 }, 'Informe um valor de R$\u00a00,00 a R$\u00a09,50.'],
  ])('%o says what is wrong with it', (own, message) => {
    expect(rulesOf('currency', own)).toEqual([
      { rule: 'number', message: 'Escreva um valor, como 1.234,56.' },
      { rule: 'range', message },
    ]);
  });
});

describe('a slider', () => {
  test('is the browser’s own control, which always has a value', () => {
    expect(define('slider')).toMatchObject({
      ...{ type: 'text', look: 'slider', default: '0', shown: { before: '', after: '' } },
      attributes: { type: 'range', min: 0, max: 100, step: 1 },
    });
    expect(authoring.slider.define({ ...base, default: '20' }, { min: 10, max: 30 }, words)?.default).toBe('20');
  });

  test.each<[OwnProperties, string]>([
    [{}, 'Informe um valor de 0 a 100.'],
    [{ min: 0.5, max: 2000, unit: 'horas' }, 'Informe um valor de 0,5\u00a0horas a 2.000\u00a0horas.'],
    [{ unit: '%' }, 'Informe um valor de 0% a 100%.'],
    [{ max: 5000, unit: 'currency' }, 'Informe um valor de R$\u00a00 a R$\u00a05.000.'],
  ])('%o says what is wrong with it', (own, message) => {
    expect(rulesOf('slider', own).map((rule) => rule.message)).toEqual([message, message]);
  });
});

test('numbers are submitted as numbers unless the file says otherwise', () => {
  const asNumbers = types.filter((type) => submittedAs({ type }) === 'number');
  expect(asNumbers).toEqual(['number', 'currency', 'slider', 'scale', 'rating', 'nps', 'repeat']);
  expect(submittedAs({ type: 'scale', submitAs: 'text' })).toBe('text');
});

test('a name without a value stays in a text', () => {
  expect(filled('{{ a }} de {{ b }}', { a: 0 })).toBe('0 de {{ b }}');
});
