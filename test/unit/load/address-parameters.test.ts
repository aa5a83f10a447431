/** The parameters that an address may contain, according to the marks in the definitions. */
import { expect, test } from 'vitest';
import { addressParameters } from '../../../engine/flow/address-parameters.ts';
import { base, baseWith, codesOf, load } from './fixtures.ts';

const attribution = ['src', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];

const flow = `flow: lookup
page: looked
start: one
data:
  key: { type: uuid, optional: true }
  coupon: { type: text, anonymous: true, optional: true }
  channel: { type: text, optional: true }
  patient: { type: text, pii: name, optional: true }
steps:
  one:
    path: [/lookup]
    title: Look up
    description: What was kept.
    query:
      key: { missing: No key. }
      coupon: { missing: No coupon. }
      channel: { missing: No channel. }
      patient: { missing: No patient. }
    fallback: { to: one }
    show:
      - { type: text, title: "{{ default(coupon, '') }}{{ default(channel, '') }}", body: "{{ default(patient, '') }}{{ default(key, '') }}" }
    final: true
`;

const files = {
  'lookup.flow.yaml': flow,
  'looked.page.yaml': 'page: looked\ntitle: Looked up\nblocks:\n  - type: stage\n',
};

const parametersWith = (changed: Readonly<Record<string, string>> = {}) => {
  const { site, problems } = load(baseWith({ ...files, ...changed }));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return addressParameters(site as NonNullable<typeof site>);
};

test('attribution and anonymous parameters may leave the site', () => {
  expect(parametersWith().outgoing).toEqual([...attribution, 'coupon']);
});

test('parameters that a step reads stay in the browser unless they are marked', () => {
  const { visible } = parametersWith();
  expect(visible).toEqual([...attribution, 'coupon', 'key', 'channel', 'answers', 'delay', 'trace', 'at']);
});

const sitePixel = (parameters: string): Readonly<Record<string, string>> => ({
  'site.yaml': `${base.find(({ path }) => path === 'site.yaml')?.text}integrations:
  pixel: { script: https://pixel.example/p.js, parameters: ${parameters} }
`,
});

test('parameters that the pixel may read may leave', () => {
  expect(parametersWith(sitePixel('[clickid]')).outgoing).toEqual([...attribution, 'clickid', 'coupon']);
});

test('a name marked as personal anywhere never leaves, not even as attribution', () => {
  const marked = base
    .find(({ path }) => path === 'contact.form.yaml')
    ?.text.replace('pii: name\n', 'pii: name\n    aliases: [utm_term, clickid, channel]\n');
  const { outgoing, visible } = parametersWith({ ...sitePixel('[clickid]'), 'contact.form.yaml': marked ?? '' });
  expect(outgoing).toEqual([...attribution.slice(0, -1), 'coupon']);
  expect(visible).toEqual([...attribution.slice(0, -1), 'coupon', 'key', 'answers', 'delay', 'trace', 'at']);
});

test('a parameter that fills in a field stays in the browser, unless the field is personal', () => {
  const form = base.find(({ path }) => path === 'contact.form.yaml')?.text ?? '';
  const filled = form.replace('pii: name\n', 'pii: name\n    prefill: clickid\n');
  const open = filled.replace('fields:\n', 'fields:\n  city: { type: hidden, label: City, prefill: city }\n');
  const { outgoing, visible } = parametersWith({ ...sitePixel('[clickid]'), 'contact.form.yaml': open });
  expect(outgoing).toEqual([...attribution, 'coupon']);
  expect(visible).toEqual([...attribution, 'coupon', 'key', 'channel', 'answers', 'city', 'delay', 'trace', 'at']);
});

test('every member of a record marked as personal is personal', () => {
  const record =
    '  patient: { type: record, pii: name, optional: true, fields: { coupon: { type: text, anonymous: true } } }';
  const changed = flow
    .replace(/ {2}patient: .*/, record)
    .replace(/ {6}patient: .*\n/, '')
    .replace("default(patient, '')", "default(key, '')");
  expect(parametersWith({ 'lookup.flow.yaml': changed }).outgoing).toEqual(attribution);
});

test('a step’s title contains no personal data on a site with a pixel, which gets the page’s title', () => {
  const named = flow.replace('title: Look up', `title: "For {{ default(patient, '') }}"`);
  const codes = (changed: Readonly<Record<string, string>>) =>
    codesOf(load(baseWith({ ...files, 'lookup.flow.yaml': named, ...changed })).problems);
  expect(codes({})).not.toContain('track-personal');
  expect(codes(sitePixel('[clickid]'))).toContain('track-personal');
});
