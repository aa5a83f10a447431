import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addParameters } from '../../../engine/session/leave.ts';
import { allowedUrl } from '../../../renderer/islands/leave.ts';

const base = 'https://example.com.br/cadastro';
const hosts = ['wa.me', 'pay.example.net'];

describe('redirect addresses', () => {
  test.each([
    ['/consultoria', 'https://example.com.br/consultoria'],
    ['https://wa.me/55?text=a%20b', 'https://wa.me/55?text=a%20b'],
    ['https://pay.example.net/x', 'https://pay.example.net/x'],
  ])('%s is allowed', (address, expected) => expect(allowedUrl(address, hosts, base)?.href).toBe(expected));

  test.each([
    '/\\evil.com',
    '//evil.com',
    'https://evil.com',
    'http://wa.me/55',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://wa.me@evil.com',
    'https://user:pw@wa.me/',
    'https://wa.me:8443/',
    'https://[',
    'vbscript:x',
  ])('%s is refused', (address) => expect(allowedUrl(address, hosts, base)).toBeNull());

  test('only this site and declared https hosts are ever allowed', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      'https:',
      'http:',
      'javascript:',
      'evil.com',
      'wa.me',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      '%2f',
      '..',
      'a',
      '．',
      '。',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const url = allowedUrl(parts.join(''), hosts, base);
        return (
          url === null ||
          url.origin === 'https://example.com.br' ||
          (url.protocol === 'https:' && hosts.includes(url.host))
        );
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });

  test('only missing parameters are added', () => {
    const url = new URL('https://pay.example.net/x?src=own&a=1');
    addParameters(url, { src: 'other', utm_source: 'insta', name: 'Ana Sá' });
    expect(url.href).toBe('https://pay.example.net/x?src=own&a=1&utm_source=insta&name=Ana+S%C3%A1');
  });
});
