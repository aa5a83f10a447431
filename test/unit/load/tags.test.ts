import { describe, expect, test } from 'vitest';
import { addressParameters } from '../../../engine/flow/address-parameters.ts';
import { configuredTags, tagKinds } from '../../../engine/tags/configuration.ts';
import { receivedAs, renamedParams } from '../../../engine/tags/event-mapping.ts';
import { base, codesOf, load } from './fixtures.ts';

const withTags = (tags: string) =>
  load(
    base.map((file) =>
      file.path === 'site.yaml' ? { ...file, text: `${file.text}integrations:\n  tags:\n    ${tags}\n` } : file,
    ),
  );

describe('an id in the wrong form is an error at its place', () => {
  test.each([
    ['gtm', 'GTM-ABC1234', 'G-ABCDEF1234'],
    ['ga4', 'G-ABCDEF1234', 'UA-12345-1'],
    ['googleAds', 'AW-123456789', 'AW-12/label'],
    ['tiktok', 'CABCDEFGHIJKLMNO1234', 'C123'],
    ['linkedin', "'1234567'", 'abc'],
  ])('%s', (kind, good, bad) => {
    expect(withTags(`${kind}: { id: ${good} }`).problems).toEqual([]);
    const { problems } = withTags(`${kind}: { id: ${bad} }`);
    expect(codesOf(problems)).toEqual(['shape-form']);
    expect(problems[0]).toMatchObject({ file: 'site.yaml', hint: expect.stringMatching(/\S/) });
  });
});

test('a misspelt event of a mapping is found, with the name that was meant', () => {
  const { problems } = withTags('ga4: { id: G-ABCDEF1234, events: { Leed: { name: generate_lead } } }');
  expect(problems.map(({ code, hint }) => [code, hint])).toEqual([['tag-event-unknown', 'Did you mean Lead?']]);
});

test('an event can be excluded from Google Ads without a label', () => {
  expect(withTags('googleAds: { id: AW-123456789, events: { PageView: { send: false } } }').problems).toEqual([]);
});

describe('an event is received', () => {
  const { ga4, googleAds, gtm } = tagKinds;

  test.each([
    ['PageView', {}, ga4, 'page_view'],
    ['Lead', {}, ga4, 'generate_lead'],
    ['Lead', { Lead: { name: 'guia' } }, ga4, 'guia'],
    ['Interesse', {}, ga4, 'Interesse'],
    ['constructor', {}, ga4, 'constructor'],
    ['Lead', {}, gtm, 'Lead'],
    ['Lead', { Lead: { send: false } }, ga4, null],
    ['Lead', {}, googleAds, null],
    ['Lead', { Lead: { label: 'abcd' } }, googleAds, 'Lead'],
  ])('%s with %o', (event, mapping, words, name) => {
    expect(receivedAs(event, mapping, words)?.name ?? null).toBe(name);
  });

  test('with its parameters under the names of the service, without empty ones', () => {
    expect(renamedParams({ content_name: 'guia', value: 0, empty: null }, { content_name: 'form_name' })).toEqual({
      form_name: 'guia',
      value: 0,
    });
  });
});

test('a tag has its service’s hosts, the host of its script, and those of the author', () => {
  const site = withTags(
    'ga4: { id: G-ABCDEF1234, script: https://medir.example/gtag/js, hosts: [www.google.com.br] }',
  ).site;
  const [tag] = configuredTags(site?.site ?? {});
  expect(tag).toMatchObject({ kind: 'ga4', purpose: 'analytics', script: 'https://medir.example/gtag/js' });
  expect(tag?.hosts.scripts).toEqual(['medir.example', 'www.google.com.br']);
  expect(configuredTags({})).toEqual([]);
});

test('a service may read its click ids in addresses, and no others', () => {
  const outgoing = (tags: string): readonly string[] => addressParameters(withTags(tags).site as never).outgoing;
  expect(outgoing('ga4: { id: G-ABCDEF1234 }')).toEqual(expect.arrayContaining(['gclid', 'wbraid']));
  expect(outgoing('ga4: { id: G-ABCDEF1234 }')).not.toContain('ttclid');
  expect(outgoing('tiktok: { id: CABCDEFGHIJKLMNO1234 }')).toContain('ttclid');
});
