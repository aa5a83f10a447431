/** Destinations and deliveries as authors write them. */
import { describe, expect, test } from 'vitest';
import { baseEdited, baseWith, codesOf, load } from './fixtures.ts';

const destinations = `
destinations:
  post: { type: email, from: 'Sample <hello@example.com>' }
  crm: { type: webhook, url: $CRM_URL, secret: $CRM_SECRET }
  ads: { type: meta, token: $META_TOKEN }
  stats: { type: ga4, measurement: G-ABC123DEF4, secret: $GA4_SECRET }
`;

/** The base site with destinations, and with lines in its intake `lead`. */
function siteWith(lines: string, more = '') {
  const edited = baseEdited('quiz.api.yaml', '    response: { uid: uid, score: score }\n', lines);
  const site = baseWith({}).find(({ path }) => path === 'site.yaml')?.text;
  return load(
    edited.map((file) => (file.path === 'site.yaml' ? { ...file, text: `${site}${destinations}${more}` } : file)),
  );
}
const reply = '    response: { uid: uid, score: score }\n';
const mistakesOf = (lines: string, more?: string) =>
  siteWith(lines, more).problems.map(({ code, message, hint, line, column }) => ({
    code,
    message,
    hint,
    line,
    column,
  }));

describe('deliver', () => {
  test('compiles each kind, with its destination', () => {
    const { site, problems } = siteWith(`${reply}    deliver:
      crm: { webhook: crm, when: score > 10, body: { person: { mail: email }, answers: [score, "'x'"] } }
      lead: { meta: ads, event: Lead, user: { email: email }, data: { value: 0 }, once: email }
      visit: { ga4: stats, event: generate_lead, purpose: marketing }
`);
    expect(problems).toEqual([]);
    expect(site?.intakes['lead']?.deliver).toEqual({
      crm: {
        ...{ kind: 'webhook', destination: 'crm', when: ['>', ['$', 'score'], 10] },
        body: {
          members: {
            person: { members: { mail: { code: ['$', 'email'] } } },
            answers: { list: [{ code: ['$', 'score'] }, { code: 'x' }] },
          },
        },
      },
      lead: {
        ...{ kind: 'meta', destination: 'ads', event: 'Lead', user: { email: ['$', 'email'] } },
        ...{ data: { value: 0 }, once: ['$', 'email'] },
      },
      visit: { kind: 'ga4', destination: 'stats', event: 'generate_lead', purpose: 'marketing' },
    });
    expect(site?.destinations['crm']).toEqual({ type: 'webhook', url: '$CRM_URL', secret: '$CRM_SECRET' });
    expect(site?.intakes['click']?.deliver).toEqual({});
  });

  test('lets the response say what is on its way', () => {
    const { site, problems } = siteWith(
      `    response: { uid: uid, score: score, text: "deliveries.crm ? 'Sent.' : 'Stored.'" }\n    deliver: { crm: { webhook: crm } }\n`,
    );
    expect(problems).toEqual([]);
    expect(site?.intakes['lead']?.response['text']).toEqual([
      '?',
      ['.', ['$', 'deliveries'], 'crm'],
      'Sent.',
      'Stored.',
    ]);
    expect(
      mistakesOf(
        `    response: { uid: uid, score: score, text: deliveries.mail }\n    deliver: { crm: { webhook: crm } }\n`,
      ),
    ).toMatchObject([{ code: 'expression-unknown-field' }]);
  });

  test.each<[string, string, string]>([
    ['crm: { webhook: crm, meta: ads, event: Lead }', 'cannot be sent to both webhook and meta', 'two deliveries'],
    ['crm: { body: { mail: email } }', 'does not say where', 'Add email:, webhook:, meta:, ga4:'],
    ['crm: { webhook: crm, event: Lead }', 'A webhook delivery has no event', 'It can have body, show.'],
    ['lead: { meta: ads, event: Lead }', 'A meta delivery needs user', 'Add user:.'],
    ['crm: { webhook: ads }', 'ads is a meta destination', 'Write meta: in place of webhook:.'],
  ])('rejects %s', (line, message, hint) => {
    const [mistake, ...others] = mistakesOf(`${reply}    deliver:\n      ${line}\n`);
    expect(others).toEqual([]);
    expect(mistake?.code).toBe('delivery-shape');
    expect(mistake?.message).toContain(message);
    expect(mistake?.hint).toContain(hint);
    expect(mistake?.line).toBeGreaterThan(17);
  });

  test('finds mistakes in expressions at any depth', () => {
    expect(
      mistakesOf(`${reply}    deliver: { crm: { webhook: crm, when: email, body: { a: { b: [emial] } } } }\n`).map(
        ({ code, column }) => [code, column],
      ),
    ).toEqual([
      ['expression-wrong-type', 43],
      ['expression-unknown-name', 67],
    ]);
  });

  test('belongs to an intake that stores', () => {
    const files = baseEdited(
      'quiz.api.yaml',
      '    response: { score: score, mail: email }\n',
      `    response: { score: score, mail: email }\n    deliver: { crm: { webhook: crm } }\n`,
    );
    const site = files.find(({ path }) => path === 'site.yaml');
    const { problems } = load(
      files.map((file) => (file === site ? { ...file, text: `${file.text}${destinations}` } : file)),
    );
    expect(codesOf(problems)).toEqual(['delivery-shape']);
  });
});

describe('destinations', () => {
  test.each<[string, string]>([
    ['mail: { type: email }', 'An email destination needs from.'],
    ['mail: { type: email, from: a@b.co, measurement: G-1 }', 'An email destination has no measurement.'],
    ['stats2: { type: ga4, measurement: G-1 }', 'A ga4 destination needs secret.'],
  ])('rejects %s', (line, message) => {
    expect(mistakesOf(reply, `  ${line}\n`)).toMatchObject([{ code: 'destination-shape', message }]);
  });

  test('never contain a secret', () => {
    expect(mistakesOf(reply, '  open: { type: webhook, url: https://crm.example, secret: whsec_abc }\n')).toHaveLength(
      1,
    );
    expect(mistakesOf(reply, '  open: { type: webhook, url: https://crm.example, secret: $CRM }\n')).toEqual([]);
  });
});
