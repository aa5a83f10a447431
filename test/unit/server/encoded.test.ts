import { describe, expect, test } from 'vitest';
import { isCrossSite } from '../../../server/http/request.ts';
import { chooseEncoding, encode } from '../../../server/pages/encoded.ts';

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
  ])('for %j is %s', (header, encoding) => {
    expect(chooseEncoding(header, both)).toBe(encoding);
  });

  test('is none for what would not get smaller', async () => {
    expect(Object.keys((await encode('short', 'text/plain')).bodies)).toEqual(['identity']);
  });

  test('has a tag that follows the text', async () => {
    const [a, again, b] = await Promise.all(['a', 'a', 'b'].map((text) => encode(text, 'text/plain')));
    expect(a?.tag).toBe(again?.tag);
    expect(a?.tag).not.toBe(b?.tag);
  });
});

describe('a request from another site', () => {
  test.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://x.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ origin: 'https://x.example' }, false],
    [{ origin: 'http://10.0.0.5:3000' }, false],
    [{ origin: 'https://x.example.evil.example' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: '' }, true],
  ])('%j: %s', (headers, foreign) => {
    expect(isCrossSite({ headers: { host: '10.0.0.5:3000', ...headers } as never }, 'https://x.example')).toBe(foreign);
  });
});
