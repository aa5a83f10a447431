/** `funnel track --explain`: the events of a site. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TrackedEvent, TrackingPlan } from '../../../server/cli/track-list.ts';
import { copyFixture, fixtureFolder } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';

const track = (...args: string[]) => runFunnel(['track', ...args]);

const folder = copyFixture('tags', [
  [
    'site.yaml',
    'attribution:',
    'destinations:\n  crm: { type: webhook, url: https://crm.example/leads }\n  anuncios: { type: meta, token: $META_TOKEN, pixel: "123456789" }\nattribution:',
  ],
  [
    'contatos.api.yaml',
    '    response:',
    '    deliver:\n      crm: { webhook: crm, body: { email: email, origem: attribution.first.utm_source } }\n      lead: { meta: anuncios, event: Lead, when: "email != \'\'", user: { email: email }, data: { value: 0 } }\n    response:',
  ],
]);

describe('a site with tags and deliveries', () => {
  test('is shown with the receivers of each event, and what the server sends', async () => {
    const { code, out, err } = await track('--explain', folder);
    expect([code, err]).toEqual([0, '']);
    for (const part of [
      'Google Analytics 4 G-ABCDEF1234, with consent to analytics\n',
      'Every page, and every path of a flow\n  PageView\n    fields: page_location, page_path, page_title\n    → Google Tag Manager\n    → Google Analytics 4 as page_view\n',
      'Page home  /\n  ViewContent  when the page is shown; id view_…\n    fields: content_category, value, currency\n    → Google Tag Manager\n    → Google Analytics 4 as view_item\n    → TikTok\n',
      '  Lead  when “Quero” is pressed; id lead_…\n    fields: value, currency, content_name, email (personal), phone (personal), name (personal)\n',
      '    → Google Analytics 4 as generate_lead; fields value, currency, form_name\n',
      '    → Google Ads; conversion AbC-D_efGh12; hashes of email, phone, name\n',
      '    → LinkedIn; conversion 12345678\n',
      '  After /api/contatos is stored, the server sends\n    → crm: webhook to crm; fields email, origem\n    → lead: meta to anuncios as Lead; fields value, email; with consent to marketing; if its condition holds',
    ])
      expect(out).toContain(part);
    const interest = out.slice(out.indexOf('Interesse'), out.indexOf('Flow contato'));
    expect(interest).not.toContain('Google Analytics');
  });

  test('is printed as JSON', async () => {
    const { code, out } = await track('--explain', '--json', folder);
    expect(code).toBe(0);
    const { places } = JSON.parse(out) as TrackingPlan;
    const contact = places.find(({ kind, id }) => kind === 'flow' && id === 'contato');
    expect(contact?.paths).toEqual(['/contato']);
    expect(contact?.events.map(({ event }) => event)).toEqual(['PageView', 'Lead']);
    expect(contact?.server).toEqual([
      {
        path: '/api/contatos',
        deliveries: [
          expect.objectContaining({
            delivery: 'crm',
            kind: 'webhook',
            fields: ['email', 'origem'],
            conditional: false,
          }),
          expect.objectContaining({ delivery: 'lead', as: 'Lead', purpose: 'marketing', conditional: true }),
        ],
      },
    ]);
  });
});

test('a site with a pixel shows the pixel and the intake that receives its events', async () => {
  const { out } = await track('--explain', fixtureFolder('landing'));
  expect(out).toContain('Meta pixel 123456789012345, with consent to marketing');
  expect(out).toContain('Flow contar  /contar /contar/plano\n');
  expect(out).toMatch(
    /EscolhaDePlano {2}when plano is shown; .*\n {4}fields: origem\n {4}→ Meta pixel\n {4}→ \/api\/meta\/event/,
  );
  expect(out).toMatch(/Lead {2}when plano: the form is submitted; id lead_…/);
});

test('the site of the repository: every event that its files track is listed', async () => {
  const { code, out } = await track('--explain', '--json');
  expect(code).toBe(0);
  const { receivers, places } = JSON.parse(out) as TrackingPlan;
  expect(receivers).toEqual([]);
  const listed = new Set(places.flatMap(({ events }) => events.map(({ event }: TrackedEvent) => event)));
  const files = readdirSync('funnels', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  const written = files.flatMap((name) =>
    [...readFileSync(join('funnels', name), 'utf8').matchAll(/track:\s*(?:- )?\{?\s*name: (\w+)/g)].map(
      ([, event]) => event,
    ),
  );
  expect(written.length).toBeGreaterThan(20);
  expect([...new Set(written)].filter((event) => !listed.has(event as string))).toEqual([]);
  expect((await track('--explain')).out).toContain('No event leaves a browser');
});

test.each([
  [[], 2, 'Say what to do: --explain.'],
  [['--explain', 'a', 'b'], 2, 'Only one folder'],
  [['--explain', 'nothing-like-it'], 2, 'The folder nothing-like-it could not be read.'],
  [['--explain', 'test/fixtures/invalid'], 1, 'error(s). `funnel check test/fixtures/invalid` shows them.'],
])('%j exits with %i', async (args, code, message) => {
  const ran = await track(...args);
  expect(ran.code).toBe(code);
  expect(ran.err).toContain(message);
});

test('a reader that closes the pipe early ends the command without an error', () => {
  const funnel = join(import.meta.dirname, '../../../server/cli/funnel.mjs');
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `"${process.execPath}" "${funnel}" track --explain "${folder}" --json | true`],
    { encoding: 'utf8' },
  );
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
