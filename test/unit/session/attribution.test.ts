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

  test('an empty parameter does not replace that of the landing, and another site is a source', () => {
    const landing = { path: '/', query: { utm_source: 'ig' }, referrerHost: 'instagram.com' };
    expect(visitOf(landing, { utm_source: '' }, 'example.com.br')).toMatchObject({
      src: 'ref_instagram_com',
      referrer: 'instagram.com',
      utm_source: 'ig',
    });
  });

  test('a long value is truncated', () => {
    const long = 'a'.repeat(500);
    expect(sourceOf({ query: { src: long }, referrerHost: '' })).toHaveLength(200);
    expect(sourceOf({ query: {}, referrerHost: long })).toHaveLength(200);
    expect(visitOf({ path: '/', query: {}, referrerHost: '' }, { utm_term: long }, '')['utm_term']).toHaveLength(200);
  });
});
