/** Guards of a division: what an author writes so that no divisor is 0. */
import { describe, expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

const funnel = (value: string, price = '') =>
  baseWith({
    'car.funnel.yaml': `funnel: car
title: A car
questions:
  - { name: price, question: How much?, ${price.includes('type:') ? 'required: true' : 'type: number'}${price.replace(', required: true, type', ', type')} }
  - { name: down, question: How much of it now?, type: number, required: true, min: 0, max: 80 }
  - { name: mail, question: Where?, type: email, required: true }
computed:
  share:
    value: ${JSON.stringify(value)}
  level: { classify: share, ranges: { BIG: '>= 50', SMALL: otherwise } }
thanks: { title: Thanks, lead: 'You pay {{ share }} % now, {{ level }}.' }
`,
  });
const problemsOf = (value: string, price?: string) => load(funnel(value, price)).problems;
const errorsOf = (value: string, price?: string) =>
  problemsOf(value, price).map(({ code, message }) => `${code}: ${message}`);

const share = 'percent(default(down, 0), default(price, 0))';

describe('a division passes with', () => {
  test.each([
    `default(price, 0) != 0 ? ${share} : 0`,
    `default(price, 0) == 0 ? 0 : ${share}`,
    `default(price, 0) > 0 ? ${share} : 0`,
    'default(price, 0) >= 1 ? default(down, 0) / default(price, 0) * 100 : 0',
    `0 < default(price, 0) ? ${share} : 0`,
    `!(default(price, 0) == 0) ? ${share} : 0`,
    `default(down, 0) > 0 && default(price, 0) > 0 ? ${share} : 0`,
    `default(down, 0) == 0 || default(price, 0) == 0 ? 0 : ${share}`,
    `default(down, 0) > 0 ? (default(price, 0) > 0 ? ${share} : 0) : 0`,
    `default(down, 0) == 0 ? 0 : default(price, 0) == 0 ? 0 : ${share}`,
    'default(price, 0) > 0 ? percent(default(down, 0), price) : 0',
    'price != null && price > 0 ? percent(default(down, 0), price) : 0',
    'price == null || price == 0 ? 0 : percent(default(down, 0), price)',
    'percent(default(down, 0), max(default(price, 0), 1))',
    'percent(default(down, 0), max(1, default(price, 0), default(down, 0)))',
    'percent(default(down, 0), default(price, 0) > 0 ? default(price, 0) : 1)',
    'percent(default(down, 0), default(price, 0) == 0 ? 1 : default(price, 0))',
    '(default(price, 0) + 1) != 0 ? 100 * default(down, 0) / (default(price, 0) + 1) : 0',
    'default(price, 0) > default(down, 0) ? 1 / (default(price, 0) - default(down, 0)) : 0',
    'default(price, 0) > 0 ? default(down, 0) / (default(price, 0) * 12) : 0',
    'default(price, 0) > 0 ? default(down, 0) / (default(price, 0) + 12) : 0',
  ])('%s', (value) => {
    expect(errorsOf(value)).toEqual([]);
    expect(errorsOf(value, ', required: true')).toEqual([]);
    expect(errorsOf(value, ', required: true, min: 0')).toEqual([]);
  });

  test('options that are all above 0', () => {
    const options = (lowest: number) =>
      `, required: true, type: choice, submitAs: number, options: [{ value: ${lowest}, label: A }, { value: 12, label: B }]`;
    const value = 'percent(default(down, 0), default(price, 1))';
    expect(errorsOf(value, options(6))).toEqual([]);
    expect(errorsOf(value, options(0)).join()).toContain('expression-may-fail');
    // A number that is typed can be 0 until it is submitted.
    expect(errorsOf(value, ', required: true, min: 1').join()).toContain('expression-may-fail');
  });
});

describe('a division fails without a guard, and passes as its hint says', () => {
  test.each([
    'percent(down, price)',
    share,
    'percent(default(down, 0), default(price, 1))',
    'default(down, 0) / default(price, 0)',
    'default(down, 0) % (default(price, 0) - default(down, 0))',
    'percent(default(down, 0), max(default(price, 0), 0))',
    'percent(default(down, 0), min(default(price, 0), 1))',
    'default(price, 0) >= 0 ? percent(default(down, 0), default(price, 0)) : 0',
    'default(down, 0) != 0 ? percent(default(down, 0), default(price, 0)) : 0',
    'default(price, 1) != 0 ? percent(default(down, 0), default(price, 0)) : 0',
    'default(price, 0) > 0 || default(down, 0) > 0 ? percent(default(down, 0), default(price, 0)) : 0',
    'default(down, 0) / (default(price, 0) * 12)',
    '1 + default(down, 0) / default(price, 0)',
  ])('%s', (value) => {
    const found = problemsOf(value).find(({ code }) => code === 'expression-may-fail');
    const now = /^Check it first: (.*)\.$/.exec(found?.hint ?? '')?.[1];
    expect(now).toContain(' != 0 ? ');
    expect(errorsOf(now ?? '')).toEqual([]);
    expect(errorsOf(`1 + ${now}`)).toEqual([]);
  });
});
