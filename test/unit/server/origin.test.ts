import { describe, expect, test } from 'vitest';
import { createOriginCheck } from '../../../server/http/origin.ts';

const siteUrl = 'https://x.example';
const host = '10.0.0.5:3000';

function check(anyHost: boolean) {
  const logged: string[] = [];
  const log = { write: (_level: string, event: string) => void logged.push(event) };
  return { isForeign: createOriginCheck({ origin: () => siteUrl, allowRequestHost: anyHost, log }), logged };
}

const own = [
  {},
  { 'sec-fetch-site': 'same-origin', origin: siteUrl },
  { 'sec-fetch-site': 'none' },
  { origin: siteUrl },
];
const foreign = [
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://x.example.evil.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
];

describe.each([true, false])('with any host allowed: %s', (anyHost) => {
  test.each(own)('%j is from this site', (headers) => {
    expect(check(anyHost).isForeign({ headers: { host, ...headers } })).toBe(false);
  });
  test.each(foreign)('%j is from another site', (headers) => {
    expect(check(anyHost).isForeign({ headers: { host, ...headers } })).toBe(true);
  });
});

describe('an Origin that matches the Host and not SITE_URL', () => {
  const headers = { host, origin: `http://${host}` };

  test('is this site in development', () => {
    expect(check(true).isForeign({ headers })).toBe(false);
  });

  test('is another site in production, and the log says once what to set', () => {
    const { isForeign, logged } = check(false);
    expect([isForeign({ headers }), isForeign({ headers })]).toEqual([true, true]);
    expect(logged).toEqual(['origin-refused']);
  });
});
