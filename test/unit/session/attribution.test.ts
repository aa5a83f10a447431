import { describe, expect, test } from 'vitest';
import { sourceOf, visitOf } from '../../../engine/flow/attribution.ts';

describe('the source of a visit', () => {
  test.each([
    [{ src: 'bio' }, 'instagram.com', 'bio'],
    [{}, 'l.instagram.com', 'ref_l_instagram_com'],
    [{}, '', 'direct_access'],
    [{ src: '' }, '', 'direct_access'],
  ])('%o from %s is %s', (query, referrerHost, expected) => expect(sourceOf({ query, referrerHost })).toBe(expected));

  test('the site itself is not a source, and the current address has precedence over the landing', () => {
    const landing = { path: '/', query: { utm_source: 'ig', utm_medium: 'bio' }, referrerHost: 'example.com.br' };
    expect(visitOf(landing, { utm_medium: 'story', src: 'x', utm_term: '' }, 'example.com.br')).toEqual({
      src: 'x',
      referrer: null,
      path: '/',
      utm_source: 'ig',
      utm_medium: 'story',
      utm_campaign: null,
      utm_content: null,
      utm_term: null,
    });
  });

  test('a long value is truncated', () =>
    expect(sourceOf({ query: { src: 'a'.repeat(500) }, referrerHost: '' })).toHaveLength(200));
});
