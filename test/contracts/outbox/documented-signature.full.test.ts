/** The code of docs/deliveries.md that checks a webhook's signature, run on requests that the connector sends. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWebhook } from '../../../server/outbox/connectors/webhook/connector.ts';
import { startSink } from '../../harness/sink.ts';
import { projectRoot } from '../../harness/site-server.ts';

const text = readFileSync(join(projectRoot, 'docs/deliveries.md'), 'utf8');
const section = text.slice(
  text.indexOf('## Check that a webhook is genuine'),
  text.indexOf('## What the visitor reads'),
);
const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? '';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'signature-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
let signed: Signed;

beforeAll(async () => {
  const sink = await startSink();
  const connector = openWebhook(
    { type: 'webhook', url: `${sink.url}/hook`, private: true, secret },
    { clock: Date.now },
  );
  const message = { id: 'msg-1', dedupeKey: 'a', createdAt: Date.now(), sequence: 7, attempt: 1 };
  const payload = { body: { name: "Ênio D'Ávila", note: '"a" \\ $HOME' } };
  await connector.send({ ...message, payload }, new AbortController().signal);
  const [request] = sink.requests;
  signed = { headers: request?.headers as Record<string, string>, body: request?.body ?? '' };
  connector.close?.();
  await sink.stop();
});

/** Whether the code of a language accepts a request. */
const checks: Readonly<Record<string, (request: Signed) => boolean>> = {
  js({ headers, body }) {
    const program = join(folder, 'check.mjs');
    const call = `const { headers, body, secret } = JSON.parse(process.env.REQUEST);
      process.exit(isGenuine(headers, Buffer.from(body), secret) ? 0 : 1);`;
    writeFileSync(program, `${codeIn('js')}\n${call}`);
    return runs(process.execPath, [program], { REQUEST: JSON.stringify({ headers, body, secret }) });
  },
  python({ headers, body }) {
    const call = `
import json, os, sys
request = json.loads(os.environ["REQUEST"])
sys.exit(0 if is_genuine(request["headers"], request["body"].encode(), request["secret"]) else 1)`;
    return runs('python3', ['-c', codeIn('python') + call], { REQUEST: JSON.stringify({ headers, body, secret }) });
  },
  sh({ headers, body }) {
    const file = join(folder, 'body');
    writeFileSync(file, body);
    const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signatures = '' } = headers;
    const values = { ID: id, AT: at, SIGNATURES: signatures, BODY: file, WEBHOOK_SECRET: secret };
    return runs('sh', ['-c', codeIn('sh')], values);
  },
};

/** @throws Error unless the program ends with 0 or 1 */
function runs(program: string, args: readonly string[], env: Readonly<Record<string, string>>): boolean {
  const { status, stderr } = spawnSync(program, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  if ((status !== 0 && status !== 1) || stderr !== '') throw new Error(`${program} ended with ${status}: ${stderr}`);
  return status === 0;
}

const needed: Readonly<Record<string, string>> = { python: 'python3', sh: 'openssl' };
const isMissing = (language: string): boolean =>
  needed[language] !== undefined && spawnSync(needed[language], ['--help']).error !== undefined;

describe.each(Object.keys(checks))('the code in %s', (language) => {
  const check = (request: Signed): boolean => checks[language]?.(request) ?? false;
  const withHeader = (name: string, value: string): Signed => ({
    ...signed,
    headers: { ...signed.headers, [name]: value },
  });

  test.skipIf(isMissing(language))('accepts a request of the connector, and no other', () => {
    expect(check(signed)).toBe(true);
    const { 'webhook-signature': signature = '' } = signed.headers;
    expect(check(withHeader('webhook-signature', `v1,AAAA ${signature}`))).toBe(true);
    expect(check({ ...signed, body: `${signed.body} ` })).toBe(false);
    expect(check(withHeader('webhook-id', 'msg-2'))).toBe(false);
    expect(check(withHeader('webhook-signature', `v1,${'A'.repeat(43)}=`))).toBe(false);
    expect(check(withHeader('webhook-timestamp', String(Math.floor(Date.now() / 1000) - 600)))).toBe(false);
  });
});
