/** The bodies that the guide to deliveries gives for known services. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from '../../../engine/expressions/evaluate.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { messagePayload } from '../../../server/deliveries/payloads.ts';
import { projectRoot } from '../../harness/site-server.ts';
import { baseEdited, baseWith, load } from '../load/fixtures.ts';

const [, section = ''] = readFileSync(join(projectRoot, 'docs/deliveries.md'), 'utf8').split(
  '## Send leads to a known service\n',
);
const [destinations = '', deliver = ''] = [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml);
const reply = '    response: { uid: uid, score: score }\n';
const values: Readonly<Record<string, Json>> = { name: 'Zoë', email: 'zoe@example.com' };

test('each is accepted by the check and has the form that its service reads', () => {
  const site = baseWith({}).find(({ path }) => path === 'site.yaml')?.text;
  const { site: loaded, problems } = load(
    baseEdited('quiz.api.yaml', reply, reply + deliver).map((file) =>
      file.path === 'site.yaml' ? { ...file, text: `${site}\n${destinations}` } : file,
    ),
  );
  expect(problems).toEqual([]);
  const payloads = Object.entries(loaded?.intakes['lead']?.deliver ?? {}).map(([name, delivery]) => [
    name,
    messagePayload(delivery, {
      ...{ site: {}, values, submission: 'a'.repeat(32), at: 0, page: null, address: null },
      ...{ userAgent: null, cookies: {}, marketing: false },
      evaluate: (code) => evaluate(code, (key) => values[key] ?? null),
    }),
  ]);
  expect(Object.fromEntries(payloads)).toEqual({
    rd: {
      body: {
        event_type: 'CONVERSION',
        event_family: 'CDP',
        payload: { conversion_identifier: 'guide', email: 'zoe@example.com', name: 'Zoë' },
      },
    },
    hubspot: {
      body: {
        fields: [
          { name: 'email', value: 'zoe@example.com' },
          { name: 'firstname', value: 'Zoë' },
        ],
      },
    },
    activecampaign: { body: { contact: { email: 'zoe@example.com', firstName: 'Zoë' } } },
    slack: { body: { text: 'Zoë' } },
    sheet: { body: { name: 'Zoë', email: 'zoe@example.com' } },
  });
});
