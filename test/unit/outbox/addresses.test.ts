/** No spelling of an address leads into the operator's network. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyNotPublic } from '../../../server/outbox/guard/addresses.ts';
import { createHttpClient, guardedLookup, type Resolve } from '../../../server/outbox/guard/client.ts';
import { readRetryAfter } from '../../../server/outbox/guard/retry-after.ts';

describe('addresses', () => {
  test.each([
    ['127.0.0.1', 'a loopback address'],
    ['10.255.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.168.1.1', 'a private address'],
    ['169.254.169.254', 'a link-local address'],
    ['100.64.0.1', 'a carrier-grade NAT address'],
    ['224.0.0.1', 'a multicast address'],
    ['0.0.0.0', 'a reserved address'],
    ['255.255.255.255', 'a reserved address'],
    ['198.19.0.1', 'a reserved address'],
    ['::', 'a reserved address'],
    ['::1', 'a loopback address'],
    ['::127.0.0.1', 'a reserved address'],
    ['::ffff:127.0.0.1', 'an IPv6 address that contains an IPv4 address'],
    ['::ffff:8.8.8.8', 'an IPv6 address that contains an IPv4 address'],
    ['::ffff:0:7f00:1', 'an IPv6 address that contains an IPv4 address'],
    ['64:ff9b::7f00:1', 'an IPv6 address that contains an IPv4 address'],
    ['64:ff9b:1::1', 'an IPv6 address that contains an IPv4 address'],
    ['2002:7f00:1::', 'an IPv6 address that contains an IPv4 address'],
    ['2001:0:1::1', 'an IPv6 address that contains an IPv4 address'],
    ['2001:db8::1', 'a reserved address'],
    ['fd12::1', 'a unique local address'],
    ['fe80::1', 'a link-local address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['2606:4700::1%eth0', 'a link-local address'],
    ['fec0::1', 'a reserved address'],
    ['ff02::1', 'a multicast address'],
    ['5f00::1', 'a reserved address'],
    ['localhost', 'no IP address'],
    ['', 'no IP address'],
  ])('%s is %s', (address, name) => expect(whyNotPublic(address)).toBe(name));

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.167.255.255', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => expect(whyNotPublic(address)).toBeNull(),
  );
});

/** The inner addresses that an attacker would like to reach, as 32 bits. */
const inner = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((rest) => 0x7f000000 + rest),
  fc.integer({ min: 0, max: 0xffffff }).map((rest) => 0x0a000000 + rest),
  fc.integer({ min: 0, max: 0xffff }).map((rest) => 0xa9fe0000 + rest),
  fc.integer({ min: 0, max: 0xffff }).map((rest) => 0xc0a80000 + rest),
  fc.integer({ min: 0, max: 0xfffff }).map((rest) => 0xac100000 + rest),
);
const bytes = (address: number): number[] => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
const hex = (value: number): string => value.toString(16);
const groups = (address: number): string => `${hex(address >>> 16)}:${hex(address & 0xffff)}`;
const fullWidth = (text: string): string =>
  text.replace(/[0-9.]/g, (each) => (each === '.' ? '。' : String.fromCharCode(each.charCodeAt(0) + 0xfee0)));

const spellings: Readonly<Record<string, (address: number) => string>> = {
  dotted: (address) => bytes(address).join('.'),
  decimal: (address) => String(address),
  hexadecimal: (address) => `0x${hex(address)}`,
  octal: (address) => `0${address.toString(8)}`,
  'octal parts': (address) =>
    bytes(address)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  'hexadecimal parts': (address) =>
    bytes(address)
      .map((part) => `0x${hex(part)}`)
      .join('.'),
  'two parts': (address) => `${address >>> 24}.${address & 0xffffff}`,
  'trailing dot': (address) => `${bytes(address).join('.')}.`,
  'full width': (address) => fullWidth(bytes(address).join('.')),
  encoded: (address) => bytes(address).join('%2e'),
  mapped: (address) => `[::ffff:${bytes(address).join('.')}]`,
  'mapped in hexadecimal': (address) => `[::ffff:${groups(address)}]`,
  'mapped at length': (address) => `[0:0:0:0:0:ffff:${groups(address)}]`,
  compatible: (address) => `[::${groups(address)}]`,
  NAT64: (address) => `[64:ff9b::${groups(address)}]`,
  '6to4': (address) => `[2002:${groups(address)}::]`,
};

describe('targets', () => {
  const client = createHttpClient();

  test.each(Object.entries(spellings))('%s', (_, spell) => {
    fc.assert(
      fc.property(inner, fc.constantFrom('', ':8443'), (address, port) => {
        expect(client.target(`https://${spell(address)}${port}/hook?key=secret`)).toEqual({
          refused: expect.stringMatching(/^the destination is an? .+; if it belongs to you, declare .* private: true$/),
        });
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['http://hooks.example/', 'the destination has an http address; write https'],
    ['https://user:pw@hooks.example/', 'the address of the destination contains a user name or a password'],
    ['ftp://hooks.example/', 'the address of the destination is not an https address'],
    ['hooks.example', 'the address of the destination cannot be read'],
    ['', 'the address of the destination cannot be read'],
    ['https://[fe80::1%25eth0]/', 'the address of the destination cannot be read'],
  ])('%s is refused', (address, reason) => {
    expect(client.target(address)).toEqual({ refused: expect.stringContaining(reason) });
  });

  test('a private destination may have any address, but no credentials', () => {
    const own = createHttpClient({ allowPrivate: true });
    expect(own.target('http://127.0.0.1:1/')).toHaveProperty('options');
    expect(own.target('http://a:b@127.0.0.1:1/')).toHaveProperty('refused');
  });
});

describe('hosts', () => {
  const answering =
    (...answers: readonly string[][]): Resolve =>
    (_, done) =>
      done(
        null,
        (answers.length > 1 ? (answers as string[][]).shift() : answers[0])?.map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })) ?? [],
      );
  const look = (resolve: Resolve, allowPrivate = false) =>
    new Promise<unknown>((done) => {
      guardedLookup(resolve, allowPrivate)('hooks.example', { all: true }, (error, all) => done(error?.message ?? all));
    });

  test('each connection goes to the addresses of its own check', async () => {
    const resolve = answering(['93.184.215.14'], ['127.0.0.1']);
    expect(await look(resolve)).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect(await look(resolve)).toMatch(/^hooks.example resolves to a loopback address; if it belongs to you/);
  });

  test('one inner address among public ones is enough', () =>
    fc.assert(
      fc.asyncProperty(inner, fc.integer({ min: 0, max: 2 }), async (address, at) => {
        const all = ['93.184.215.14', '2606:4700::1111'];
        all.splice(at, 0, bytes(address).join('.'));
        expect(await look(answering(all))).toMatch(/^hooks.example resolves to a/);
      }),
      { numRuns: 40 },
    ));

  test('a host without addresses is refused, and a private one is not checked', async () => {
    expect(await look(answering([]))).toBe('hooks.example has no address');
    expect(await look(answering(['10.0.0.1']), true)).toEqual([{ address: '10.0.0.1', family: 4 }]);
  });
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2027', 2_027_000],
  ['', null],
  [undefined, null],
])('Retry-After: %s', (value, wait) => expect(readRetryAfter(value, Date.parse('2026-11-20T12:00:00Z'))).toBe(wait));
