/**
 * What a developer would write by hand: node:http and node:sqlite, no checks, no limits, no log; as durable as ours.
 * `single` commits each request separately, `grouped` all requests of the same turn; both insert lead, key and
 * message into the tables of the product, which makes the message later. `minimal` is grouped with one row in one table without an index. Usage: bare.ts FOLDER
 * single|grouped|minimal. Sends its port to its parent.
 */
import { hash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';

const [, , folder = '.', mode = 'single'] = process.argv;
const answer = JSON.stringify({ message: 'Cadastro recebido.' });

async function openTables(): Promise<(text: string, email: string) => void> {
  const same = mode !== 'minimal';
  if (same) await (await openSqliteStore({ dir: folder })).close();
  const db = new DatabaseSync(join(folder, same ? 'store.sqlite' : 'minimal.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  let keep: (text: string, email: string) => void;
  if (same) {
    const record = db.prepare(
      'INSERT INTO records (id, intake, collection, subject, data, meta, definition, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const submission = db.prepare(
      'INSERT INTO submissions (intake, key, body_hash, record_id, reply_status, reply_body, received_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const delivery = db.prepare(
      'INSERT INTO outbox (id, record_id, destination, dedupe_key, payload, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    keep = (text, email) => {
      const [id, at, hashed] = [randomUUID(), Date.now(), hash('sha256', text)];
      record.run(id, 'lead', 'leads', email, text, '{}', '1', at);
      submission.run('lead', hashed, hashed, id, 200, answer, at);
      delivery.run(randomUUID(), id, 'crm', hashed, JSON.stringify({ subject: email }), at);
    };
  } else {
    db.exec('CREATE TABLE leads (id INTEGER PRIMARY KEY, data TEXT NOT NULL, at INTEGER NOT NULL)');
    const insert = db.prepare('INSERT INTO leads (data, at) VALUES (?, ?)');
    keep = (text) => void insert.run(text, Date.now());
  }
  begin = () => db.exec('BEGIN');
  commit = () => db.exec('COMMIT');
  return keep;
}

let begin = (): void => {};
let commit = (): void => {};
const keep = await openTables();

interface Waiting {
  readonly text: string;
  readonly email: string;
  readonly done: () => void;
}
let waiting: Waiting[] = [];
function flush(): void {
  const batch = waiting;
  waiting = [];
  begin();
  for (const { text, email } of batch) keep(text, email);
  commit();
  for (const { done } of batch) done();
}
function add(each: Waiting): void {
  waiting.push(each);
  if (mode === 'single') flush();
  else if (waiting.length === 1) setImmediate(flush);
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
    add({ text: JSON.stringify({ name, email, phone }), email: email as string, done });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
