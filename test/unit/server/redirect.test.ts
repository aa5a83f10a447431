import { describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { redirectOf } from '../../../server/intakes/redirect.ts';

const site = { site: { allowedHosts: ['pay.example'] } } as unknown as SiteDefinition;
const leads = (to: string): string | null =>
  redirectOf(site, { redirect: [to] } as unknown as IntakeDefinition, () => null);

describe('an intake redirects', () => {
  test.each([
    ['/obrigado?uid=1#topo', '/obrigado?uid=1#topo'],
    ['https://pay.example/p?x=1', 'https://pay.example/p?x=1'],
    ['/a/../obrigado', '/obrigado'],
  ])('to %s', (to, address) => expect(leads(to)).toBe(address));

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'http://pay.example/',
    'https://pay.example:8443/',
    'https://pay.example@evil.example/',
    'https://user:secret@pay.example/',
    'javascript:alert(1)',
    'https://',
  ])('never to %j', (to) => expect(leads(to)).toBeNull());

  test('nowhere without an address', () => {
    expect(redirectOf(site, { redirect: null } as unknown as IntakeDefinition, () => null)).toBeNull();
  });
});
