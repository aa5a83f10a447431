import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddress, limitKeyOf, truncatedAddress } from '../../../server/limits/address.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('a client’s address', () => {
  test.each([
    ['203.0.113.7', undefined, 0, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['fe80::1%eth0', undefined, 0, 'fe80::1'],
    [undefined, undefined, 0, null],
    ['10.0.0.1', '203.0.113.7', 0, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, 203.0.113.7', 1, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, 203.0.113.7', 2, '198.51.100.9'],
    ['10.0.0.1', '203.0.113.7', 5, '203.0.113.7'],
    ['10.0.0.1', 'nobody', 1, '10.0.0.1'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.9, 203.0.113.7:4711', 1, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, [2001:db8::7]:4711', 1, '2001:db8::7'],
    ['10.0.0.1', '198.51.100.9, [2001:db8::7]', 1, '2001:db8::7'],
    ['10.0.0.1', '198.51.100.9, "[2001:db8::7]:4711"', 1, '2001:db8::7'],
    ['10.0.0.1', '198.51.100.9, [fe80::1%eth0]:80', 1, 'fe80::1'],
    ['10.0.0.1', '198.51.100.9, [::ffff:203.0.113.7]:80', 1, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, ::ffff:cb00:7107', 1, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, 0:0:0:0:0:ffff:cb00:7107', 1, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, unknown', 1, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.9, _hidden:80, 203.0.113.7:80', 2, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, 203.0.113.7:4711, ', 1, '203.0.113.7'],
  ])('%s with forwarded %s behind %i proxies is %s', (direct, forwarded, proxies, address) => {
    expect(clientAddress(request(direct, forwarded), proxies)).toBe(address);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::'],
    ['::1', '0:0:0:0::/64', '0:0:0::'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64', '64:ff9b:0::'],
  ])('%s counts as %s and is stored as %s', (address, key, kept) => {
    expect(limitKeyOf(address)).toBe(key);
    expect(truncatedAddress(address)).toBe(kept);
  });
});

describe('a rate limit', () => {
  const [x, y] = [limitKeyOf('192.0.2.1'), limitKeyOf('192.0.2.2')];

  test('applies to one name and one address within a minute', () => {
    let at = 60_000 * 1000 + 15_000;
    const limit = createRateLimit(() => at);
    expect([limit.take('a', x, 2), limit.take('a', x, 2), limit.take('a', x, 2)]).toEqual([0, 0, 45]);
    expect([limit.take('b', x, 2), limit.take('a', y, 2)]).toEqual([0, 0]);
    at += 44_500;
    expect(limit.take('a', x, 2)).toBe(1);
    at += 500;
    expect(limit.take('a', x, 2)).toBe(0);
  });

  test('gives back a request that is repeated, once per use of the limit', () => {
    let at = 60_000 * 1000;
    const limit = createRateLimit(() => at);
    // Every request is taken back once: two are free, and then two more.
    const taken = Array.from({ length: 6 }, () => {
      const wait = limit.take('a', x, 2);
      if (wait === 0) limit.giveBack('a', x);
      return wait;
    });
    expect(taken).toEqual([0, 0, 0, 0, 60, 60]);
    limit.giveBack('a', y);
    expect([limit.take('a', y, 2), limit.take('a', y, 2), limit.take('a', y, 2)]).toEqual([0, 0, 60]);
    at += 60_000;
    limit.giveBack('a', x);
    expect([limit.take('a', x, 2), limit.take('a', x, 2), limit.take('a', x, 2)]).toEqual([0, 0, 60]);
  });

  test('continues when the clock is set back', () => {
    let at = 60_000 * 1000;
    const limit = createRateLimit(() => at);
    limit.take('a', x, 1);
    at -= 3_600_000;
    expect(limit.take('a', x, 1)).toBe(0);
  });
});
