/** An answer tells a stranger nothing about whether a person is in a list. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callKeyHeader } from '../../engine/flow/post-names.ts';
import { startTestServer, type TestServer } from '../contracts/http/running.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { loadShared } from '../harness/load-site.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer({ load: () => loadShared(copyFunnels([withPixel])) });
});
afterAll(() => site.stop());

const phone = '(11) 98765-4321';

/** A valid payload of each intake that receives an e-mail address, and the value that a stranger does not know. */
const payloads: Readonly<Record<string, (email: string, name: string) => Record<string, unknown>>> = {
  '/api/ebook-lead': (email, name) => ({ name, email, phone, source: 'ebook_page' }),
  '/api/form-aplicacao': (email, nome) => ({ etapa: 1, nome, email, whatsapp: phone, origem: 'historia' }),
  '/api/lista-de-espera': (email, name) => ({ name, email, phone, planType: 'vip', event: 'workshop' }),
  '/api/leads': (email, name) => ({ name, email, phone, planType: 'vip', event: 'workshop' }),
  '/api/consultoria': (email, name) => ({ name, email, phone, src: 'direct_access' }),
};

async function answerOf(path: string, payload: unknown, key: string | null = null) {
  const reply = await site.post(path, payload, key === null ? {} : { 'idempotency-key': key });
  // The visitor's own key proves that the reply is the intake's. It says nothing else.
  expect(reply.headers.get(callKeyHeader)).toBe(key);
  const headers = [...reply.headers].filter(([name]) => !['date', 'x-request-id', callKeyHeader].includes(name));
  return { status: reply.status, body: await reply.text(), headers };
}

test('every intake that receives an e-mail address without a secret is listed', () => {
  const { site: definition } = site.server.definitions.current();
  const open = Object.values(definition.intakes).filter(
    ({ method, ownerOnly, forms, formsByStep, input }) =>
      method === 'POST' && !ownerOnly && (forms.length > 0 || formsByStep !== null || input['email'] !== undefined),
  );
  expect(open.map(({ path }) => path).sort()).toEqual(Object.keys(payloads).sort());
});

test.each(Object.keys(payloads))('%s answers a known address as a new one', async (path) => {
  const payload = payloads[path] as (typeof payloads)[string];
  const known = `${randomUUID()}@x.example`;
  const first = await answerOf(path, payload(known, 'Ana Maria'), randomUUID());
  expect(first.status).toBe(200);
  const [fresh, guessed, copied, keyed] = [
    await answerOf(path, payload(`${randomUUID()}@x.example`, 'Ana Maria')),
    await answerOf(path, payload(known, 'Outra Pessoa')),
    await answerOf(path, payload(known, 'Ana Maria')),
    await answerOf(path, payload(known, 'Ana Maria'), randomUUID()),
  ];
  const again = await answerOf(path, payload(known, 'Ana Maria'));
  for (const answer of [guessed, copied, keyed, again])
    expect({ ...answer, body: answer.body.replaceAll('Outra', 'Ana') }).toEqual(fresh);
});
