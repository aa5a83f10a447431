/** The money filter writes amounts in the site's currency, as its locale does. */
import { expect, test } from 'vitest';
import { renderTemplate } from '../../../engine/expressions/render.ts';
import type { Template } from '../../../schemas/compiled.ts';
import { base, baseWith, load } from './fixtures.ts';

const site = (locale: string, currency: string): string =>
  (base.find(({ path }) => path === 'site.yaml')?.text ?? '')
    .replace('locale: en-GB', `locale: ${locale}`)
    .replace('currency: EUR', `currency: ${currency}`);
const loaded = (locale: string, currency: string, shown: string) =>
  load(
    baseWith({
      'site.yaml': site(locale, currency),
      't.funnel.yaml': `funnel: t\ntitle: T\nquestions:\n  - { question: Where?, name: mail, type: email, required: true }\n  - { question: What?, name: much, type: currency, required: true }\nthanks: { title: Thanks, lead: '{{ ${shown} }}' }\n`,
    }),
  );
const textOf = (locale: string, currency: string, shown: string): string => {
  const { site: made, problems } = loaded(locale, currency, shown);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = JSON.stringify(made?.flows['t']?.steps).match(/"lead":\[\{"v":(.*?)\}\]/)?.[1] ?? '';
  const code = JSON.parse(found);
  return renderTemplate([{ v: code }] as unknown as Template, (name) => (name === 'much' ? 123456 : undefined));
};
const plain = (text: string): string => text.replace(/\s/g, ' ');

test.each([
  ['en-US', 'USD', 'default(much, 0) | money', '$1,234.56'],
  ['en-GB', 'EUR', 'default(much, 0) | money', '€1,234.56'],
  ['de-DE', 'EUR', 'default(much, 0) | money', '1.234,56 €'],
  ['ja-JP', 'JPY', 'default(much, 0) | money', '¥123,456'],
  ['pt-BR', 'BRL', 'default(much, 0) | money', 'R$ 1.234,56'],
  ['pt-BR', 'BRL', 'default(much, 0) | brl', 'R$ 1.234,56'],
  ['en-US', 'USD', 'default(much, 0) | brl', '$1,234.56'],
  ['en-US', 'USD', 'default(much, 0) * 0 + 19700 | moneyShort', '$197'],
  ['en-US', 'USD', 'default(much, 0) | moneyShort', '$1,234.56'],
  ['en-US', 'USD', 'default(much, 0) - 123457 | money', '-$0.01'],
])('%s %s {{ %s }} is %s', (locale, currency, shown, text) =>
  expect(plain(textOf(locale, currency, shown)).replace('￥', '¥')).toBe(text),
);

test('the filter for reais is named on a site of another currency', () => {
  const codes = (currency: string, shown: string) => loaded('pt-BR', currency, shown).problems.map(({ code }) => code);
  expect(codes('EUR', 'default(much, 0) | brl')).toContain('money-of-site');
  expect(codes('EUR', 'brlShort(default(much, 0))')).toContain('money-of-site');
  expect(codes('EUR', 'default(much, 0) | money')).not.toContain('money-of-site');
  expect(codes('BRL', 'default(much, 0) | brl')).not.toContain('money-of-site');
});
