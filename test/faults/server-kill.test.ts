/**
 * kill -9 of the whole server while leads arrive over HTTP: every acknowledged lead is stored exactly once, and a retry
 * with its key gets the same response. ROUNDS=20 for more than the default of three.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SiteServer, startSite } from '../harness/site-server.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const loops = 16;

interface Lead {
  readonly number: number;
  readonly key: string;
  readonly email: string;
}
interface Answer {
  readonly status: number;
  readonly body: string;
}

let server: SiteServer;
beforeAll(async () => {
  // One proxy is trusted, so that every post can have its own address: rate limits are per address.
  server = await startSite({ env: { NODE_ENV: 'production', TRUST_PROXY: '1', LOG_LEVEL: 'warn' } });
});
afterAll(async () => {
  await server?.remove();
});

let drawn = 0;
/** A new visitor: the intake treats the same e-mail and number as the same lead. */
const newLead = (): Lead => {
  drawn += 1;
  return { number: drawn, key: randomUUID(), email: `visitante-${drawn}@exemplo.com.br` };
};

/** Posts a lead. @throws when the response is incomplete */
async function post({ number, key, email }: Lead): Promise<Answer> {
  const response = await fetch(`${server.url}/api/consultoria`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    },
    body: JSON.stringify({ name: 'Ana Souza', email, phone: `119${String(10_000_000 + number)}` }),
  });
  return { status: response.status, body: await response.text() };
}

/** How often each e-mail is in the collection. */
function kept(): Map<string, number> {
  const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare("select data from records where collection = 'consultoria_leads'").all() as {
    data: string;
  }[];
  database.close();
  const counts = new Map<string, number>();
  for (const { data } of rows) {
    const { email } = JSON.parse(data) as { email: string };
    counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}

test(`${ROUNDS} kills of the server: no acknowledged lead is lost or stored twice`, {
  timeout: ROUNDS * 90_000,
}, async () => {
  const acknowledged = new Map<Lead, Answer>();
  const unanswered: Lead[] = [];
  let cut = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let running = true;
    let inRound = 0;
    const loop = async (): Promise<void> => {
      while (running) {
        const lead = newLead();
        try {
          const answer = await post(lead);
          expect(answer.status).toBe(200);
          acknowledged.set(lead, answer);
          inRound += 1;
        } catch (error) {
          if (running && !(error instanceof TypeError)) throw error;
          unanswered.push(lead);
          return;
        }
      }
    };
    const all = Promise.all(Array.from({ length: loops }, loop));
    while (inRound < loops) await sleep(5);
    await sleep(Math.random() * 500);
    await server.kill('SIGKILL');
    running = false;
    await all;
    cut += unanswered.length;
    await server.restart();

    const before = kept();
    expect([...acknowledged.keys()].filter(({ email }) => before.get(email) !== 1)).toEqual([]);

    // Leads without a response are retried with the same key, and so is a tenth of the acknowledged ones.
    for (const lead of unanswered.splice(0)) acknowledged.set(lead, await post(lead));
    const again = [...acknowledged].filter(([{ number }]) => number % 10 === round % 10);
    for (const [lead, answer] of again) expect(await post(lead)).toEqual(answer);
    const after = kept();
    expect([...after].filter(([, count]) => count !== 1)).toEqual([]);
    expect(after.size).toBe(acknowledged.size);
    expect([...acknowledged.values()].every(({ status }) => status === 200)).toBe(true);
  }
  console.log(`${ROUNDS} kills, ${acknowledged.size} leads, 0 lost, 0 twice; ${cut} were cut off without an answer`);
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * loops);
  // A kill that interrupts no request would test nothing.
  expect(cut).toBeGreaterThan(0);
});
