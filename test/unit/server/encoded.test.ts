import { describe, expect, test } from 'vitest';
import { chooseEncoding, encode } from '../../../server/http/encoding.ts';

const both = { identity: Buffer.alloc(0), br: Buffer.alloc(0), gzip: Buffer.alloc(0) };

describe('the encoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
    ['br ; q=0.0,*', 'gzip'],
    ['identity', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['gzip, br;q=0.5', 'gzip'],
    ['gzip;q=0.2, br;q=0.5', 'br'],
    ['identity, br;q=0.5', 'identity'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0.5, *;q=0.8', 'br'],
    ['identity;q=0', 'identity'],
  ])('for %j is %s', (header, encoding) => {
    expect(chooseEncoding(header, both)).toBe(encoding);
  });

  test('is identity for a body that would not shrink', async () => {
    expect(Object.keys((await encode('short', 'text/plain')).bodies)).toEqual(['identity']);
  });

  test('has a tag that follows the text', async () => {
    const [a, again, b] = await Promise.all(['a', 'a', 'b'].map((text) => encode(text, 'text/plain')));
    expect(a?.tag).toBe(again?.tag);
    expect(a?.tag).not.toBe(b?.tag);
  });
});
