import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allowedPurposes, hasToChoose, readChoice, writeChoice } from '../../../engine/consent/consent.ts';
import { type ConsentPolicy, policyOf } from '../../../engine/consent/policy.ts';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { proofOf } from '../../../server/consent/proof.ts';
import { consentSignals, purposesOf, visitorKeys } from '../../../server/consent/purposes.ts';
import type { Submission } from '../../../server/store/types.ts';

const id = 'k3v9x1m2c8q7w6e5';
const choice = (granted: readonly ('analytics' | 'marketing')[], version = '2026-11') => ({ version, granted, id });
const all = ['necessary', 'analytics', 'marketing'];

describe('the cookie of a choice', () => {
  test.each([[[]], [['analytics']], [['marketing']], [['analytics', 'marketing']]] as const)('keeps %j', (granted) => {
    const stored = choice(granted);
    expect(readChoice(`owner=x; consent=${writeChoice(stored)}; other=1`)).toEqual(stored);
  });

  test.each([
    undefined,
    '',
    'consent=',
    'consent=2026-11.am',
    `consent=2026-11.x.${id}`,
    `consent=2026 11.am.${id}`,
    `xconsent=2026-11.am.${id}`,
    `consent=2026-11.am.${id}!`,
    `consent=2026-11.am.${'a'.repeat(41)}`,
  ])('is not read from %j', (cookies) => expect(readChoice(cookies)).toBeNull());
});

describe('allowed are', () => {
  const cases: [string, string | null, ReturnType<typeof choice> | null, boolean, readonly string[], boolean][] = [
    ['everything by implied consent', null, null, false, all, false],
    ['the necessary by implied consent under Global Privacy Control', null, null, true, ['necessary'], false],
    [
      'what a stored choice left, by implied consent',
      null,
      choice(['analytics']),
      false,
      ['necessary', 'analytics'],
      false,
    ],
    ['the necessary before a choice', '2026-11', null, false, ['necessary'], true],
    ['what was chosen', '2026-11', choice(['marketing']), false, ['necessary', 'marketing'], false],
    ['the necessary after a refusal', '2026-11', choice([]), false, ['necessary'], false],
    ['the necessary under a new policy', '2026-12', choice(['analytics', 'marketing']), false, ['necessary'], true],
    [
      'the necessary after consent under Global Privacy Control',
      '2026-11',
      choice(['marketing']),
      true,
      ['necessary'],
      false,
    ],
  ];
  test.each(cases)('%s', (_name, version, stored, control, allowed, undecided) => {
    expect([...allowedPurposes(version, stored, control)]).toEqual(allowed);
    expect(hasToChoose(version, stored, control)).toBe(undecided);
  });
});

describe('a request', () => {
  const site = { site: {} } as SiteDefinition;
  test('without a signal allows everything where consent is implied', () => {
    expect([...purposesOf(site, {})]).toEqual(all);
    expect([...purposesOf(site, { consent: consentSignals({ headers: {} }) })]).toEqual(all);
  });

  test('with Sec-GPC: 1 allows only the necessary', () => {
    const signals = consentSignals({ headers: { 'sec-gpc': '1', cookie: `consent=2026-11.am.${id}` } });
    expect(signals).toEqual({ choice: choice(['analytics', 'marketing']), privacyControl: true, visitor: null });
    expect([...purposesOf(site, { consent: signals })]).toEqual(['necessary']);
    expect([...purposesOf(site, { consent: consentSignals({ headers: { 'sec-gpc': '0' } }) })]).toEqual(all);
  });

  test('names its visitor by the choice, the attribution and the visit, the most lasting first', () => {
    const visitor = '123e4567-e89b-42d3-a456-426614174000';
    const consent = consentSignals({ headers: { cookie: `visitor=${visitor}; consent=2026-11.a.${id}` } });
    expect(visitorKeys({ consent, visitId: 'tab12345' })).toEqual([id, visitor, 'tab12345']);
    expect(visitorKeys({ consent: consentSignals({ headers: {} }), visitId: null })).toEqual([]);
  });
});

describe('a site that asks for consent', () => {
  const asking = {
    site: { consent: { mode: 'opt-in', version: '2026-11', policy: '/p' } },
  } as unknown as SiteDefinition;
  test('allows a request what its visitor chose for this policy', () => {
    const of = (cookie?: string) => [...purposesOf(asking, { consent: consentSignals({ headers: { cookie } }) })];
    expect([of(), of(`consent=2026-11.m.${id}`), of(`consent=2026-10.am.${id}`)]).toEqual([
      ['necessary'],
      ['necessary', 'marketing'],
      ['necessary'],
    ]);
  });

  test('stores a proof for each category, with the text that was read', () => {
    const definition = { site: { ...asking.site, locale: 'pt-BR' }, hash: 'h' } as unknown as SiteDefinition;
    const policy = policyOf(definition.site) as ConsentPolicy;
    const made = {
      ...{ choice: choice(['marketing']), decision: 'save' as const, key: 'k1234567', at: 5, page: '/guia' },
      ...{ address: '203.0.113.9', userAgent: 'UA' },
    } as const;
    const rows = proofOf(definition, policy, made);
    expect(rows.map(({ data }) => [data['purpose'], data['granted']])).toEqual([
      ['analytics', false],
      ['marketing', true],
    ]);
    const { data, subject, collection } = rows[1] as Submission;
    expect([subject, collection]).toEqual([id, 'consent-choices']);
    expect(data).toMatchObject({
      ...{ mechanism: 'banner', decision: 'save', policyVersion: '2026-11', at: 5, page: '/guia', locale: 'pt-BR' },
      ...{ address: '203.0.113.0', userAgent: 'UA', sha256: hash('sha256', data['text'] as string) },
    });
    expect(String(data['text']).split('\n')).toEqual([
      ...['Cookies e privacidade', expect.stringContaining('só se você permitir'), 'Anúncios'],
      ...[expect.stringContaining('nossos anúncios'), 'Salvar escolhas'],
    ]);
    expect(proofOf(definition, policy, made)).toEqual(rows);
  });
});
