import { describe, expect, test } from 'vitest';
import { type CarriedAddress, carryInto } from '../../../engine/attribution/carry.ts';
import { carriedHosts } from '../../../engine/attribution/platforms.ts';
import { baseEdited, codesOf, load } from './fixtures.ts';

const carried = (
  address: string,
  carry: Parameters<typeof carriedHosts>[0],
  values: Record<string, unknown>,
  allowed = true,
) => {
  const url = new URL(address);
  carryInto(url as CarriedAddress, carriedHosts(carry), values, allowed);
  return url.href;
};
const to = (platform: object) => ({ integrations: { carry: { 'pay.example': platform } } });

describe('a source is carried', () => {
  test.each([
    ['under its own names', {}, { utm_source: 'a b', src: 'x' }, '?utm_source=a%20b&src=x'],
    ['to Hotmart with sck', { platform: 'hotmart' }, { src: 'x' }, '?sck=x&src=x'],
    ['to Hotmart with its own sck', { platform: 'hotmart' }, { src: 'x', sck: 'y' }, '?sck=y&src=x'],
    ['to Kiwify with s1', { platform: 'kiwify' }, { utm_source: 'x' }, '?s1=x&utm_source=x'],
    [
      'to Stripe as a token',
      { platform: 'stripe' },
      { src: 'ação & co' },
      '?client_reference_id=a_o_co&src=a%C3%A7%C3%A3o%20%26%20co',
    ],
    ['with names of the author', { params: { s2: 'utm_content' } }, { utm_content: 'x' }, '?s2=x&utm_content=x'],
    [
      'without personal, long, empty and other values',
      {},
      { utm_source: 'a@b.c', src: 'x'.repeat(301), utm_term: '', nome: 'Ana' },
      '',
    ],
  ])('%s', (_, platform, values, query) => {
    expect(carried('https://pay.example/x', to(platform), values)).toBe(`https://pay.example/x${query}`);
  });

  test('to declared hosts only, and click ids only if marketing is allowed', () => {
    expect(carried('https://other.example/x', to({}), { src: 'x' })).toBe('https://other.example/x');
    expect(carried('https://pay.example/x', to({}), { src: 'x', gclid: 'g' }, false)).toBe(
      'https://pay.example/x?src=x',
    );
    expect(carried('https://pay.example/x', to({}), { src: 'x', gclid: 'g' })).toBe(
      'https://pay.example/x?src=x&gclid=g',
    );
  });

  test('without changing what the address has', () => {
    expect(carried('https://pay.example/x?text=a%20b&src=#fim', to({}), { src: 'x', utm_source: 'y' })).toBe(
      'https://pay.example/x?text=a%20b&src=&utm_source=y#fim',
    );
  });
});

test('a host that the site does not link to is a warning', () => {
  const { problems } = load(
    baseEdited(
      'site.yaml',
      'allowedHosts:',
      'integrations: { carry: { pay.example: { platform: hotmart } } }\nallowedHosts:',
    ),
  );
  expect(codesOf(problems)).toEqual(['link-host-undeclared']);
});
