/**
 * What a developer would write by hand: node:http and pg, no checks, no limits, no log; as durable as ours. The requests
 * that arrive while batches are written are the next one; it inserts lead, key and message, with values as long as those
 * of the product, into its tables, in one statement. The product makes the message later. Usage: bare-postgres.ts FOLDER
 * BATCHES DATABASE_URL, with the most batches at a time. Sends its port to its parent.
 */
import { hash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { openPostgresStore } from '../../../server/store/postgres/store.ts';

const [, , , batches = '1', url = ''] = process.argv;
const parallel = Number(batches);
const answer = JSON.stringify({ message: 'Cadastro recebido.' });
await (await openPostgresStore({ url })).close();
const pool = new pg.Pool({ connectionString: url, max: parallel });

const insert = `
  with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])
      as given(id, key, data, email, hash, at, delivery, payload)
  ),
  kept as (
    insert into records (id, intake, collection, subject, data, meta, definition, received_at)
    select id, 'lead', 'leads', email, data, '{"page":null}', '5f1ea92448ce72f01443b492', at from given
  ),
  keys as (
    insert into submissions (intake, key, body_hash, record_id, reply_status, reply_body, received_at)
    select 'lead', key, hash, id, 200, $9, at from given
  )
  insert into outbox (id, record_id, destination, dedupe_key, payload, created_at)
  select delivery, id, 'crm', key, payload, at from given`;

interface Waiting {
  readonly key: string;
  readonly text: string;
  readonly email: string;
  readonly done: () => void;
}
let waiting: Waiting[] = [];
let running = 0;
let scheduled = false;
async function flush(): Promise<void> {
  scheduled = false;
  running += 1;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const rows = batch.map(({ text }) => [randomUUID(), hash('sha256', text), Date.now(), randomUUID()] as const);
    const values = [
      rows.map(([id]) => id),
      batch.map(({ key }) => key),
      batch.map(({ text }) => text),
      batch.map(({ email }) => email),
      rows.map(([, hashed]) => hashed),
      rows.map(([, , at]) => at),
      rows.map(([, , , delivery]) => delivery),
      batch.map(({ email }) => JSON.stringify({ subject: email })),
      answer,
    ];
    await pool.query({ name: 'insert', text: insert, values });
    for (const { done } of batch) done();
  }
  running -= 1;
}
function add(each: Waiting): void {
  waiting.push(each);
  if (scheduled || running >= parallel) return;
  scheduled = true;
  setImmediate(() => void flush());
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { name, email, phone } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    const done = (): void => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
      response.end(answer);
    };
    const key = String(request.headers['idempotency-key']);
    add({ key, text: JSON.stringify({ name, email, phone }), email: email as string, done });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
