/** Which address a flow may redirect to. `test/unit/renderer/leave.test.ts` tries hostile addresses. */
import { describe, expect, test } from 'vitest';
import { addParameters, allowedAddress, placeToLeaveFor } from '../../../engine/session/leave.ts';

const parse = (address: string, base: string): URL | null => URL.parse(address, base);
const base = 'https://example.com.br/cadastro';
const hosts = ['wa.me', 'pay.example.net'];
const leave = (href: string, preferred: string | null, append: Readonly<Record<string, string>> = {}) =>
  placeToLeaveFor(parse, { kind: 'leave', href, preferred, append }, hosts, base)?.href ?? null;

describe('an address', () => {
  test.each([
    ['/dali?a=1', 'https://example.com.br/dali?a=1'],
    ['https://wa.me/55', 'https://wa.me/55'],
    ['https://pay.example.net/', 'https://pay.example.net/'],
  ])('%s is allowed', (address, href) => {
    expect(allowedAddress(parse, address, hosts, base)?.href).toBe(href);
  });

  test.each([
    'https://example.com/',
    'http://wa.me/55',
    'https://wa.me:8443/',
    'https://ana@wa.me/',
    'https://:secret@wa.me/',
    'https://',
  ])('%s is refused', (address) => {
    expect(allowedAddress(parse, address, hosts, base)).toBeNull();
  });

  test('is refused if the page’s own is invalid', () => {
    expect(allowedAddress(parse, 'https://wa.me/', hosts, 'nowhere')).toBeNull();
  });
});

test('parameters are added to those that the address has', () => {
  const address = new URL('https://wa.me/?text=a');
  addParameters(address, { text: 'b', src: 'insta' });
  expect(address.search).toBe('?text=a&src=insta');
});

test.each([
  ['/a', null, 'https://example.com.br/a?src=x'],
  ['/a', '/b', 'https://example.com.br/b?src=x'],
  ['/a', 'https://evil.example/', 'https://example.com.br/a?src=x'],
  ['https://evil.example/', '/b', 'https://example.com.br/b?src=x'],
  ['https://evil.example/', null, null],
  ['https://evil.example/', 'https://evil.example/', null],
])('from %s and the reply’s %s the visitor goes to %s', (href, preferred, place) => {
  expect(leave(href, preferred, { src: 'x' })).toBe(place);
});
