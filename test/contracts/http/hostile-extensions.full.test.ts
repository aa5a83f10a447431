/**
 * Code of a site's own that loops, throws, ends the process or changes the language, saved while a real process serves:
 * everybody is answered, the last good version is served, and a restart comes up. HOSTILE_WORDS is the count of files; with it,
 * nobody may wait longer than HOSTILE_WAIT_MS.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hostileFile } from '../../harness/hostile-extensions.ts';
import { projectRoot } from '../../harness/site-server.ts';
import { serverEnv, until } from './running.ts';

const count = Number(process.env['HOSTILE_WORDS'] ?? 4);
/** The longest wait of a request in milliseconds. A busy machine delays every request, so that only a run by hand limits it. */
const longestWaitMs =
  process.env['HOSTILE_WORDS'] === undefined ? Number.POSITIVE_INFINITY : Number(process.env['HOSTILE_WAIT_MS'] ?? 250);

/** A start tries all files, and a file may take half a minute of a busy machine. */
const patienceMs = 120_000;

let home: string;
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  log(): string;
  /** How often an event is in the log. */
  logged(event: string): number;
}

async function serve(): Promise<Served> {
  const env = { CRM_URL: 'https://crm.example', CRM_TOKEN: 't' };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, ...serverEnv(join(home, 'data'), join(home, 'funnels')), TRUST_PROXY: '1', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  let text = '';
  child.stdout?.on('data', (part) => {
    text += part;
  });
  const port = () => /"event":"listening","port":(\d+)/.exec(text)?.[1];
  await expect.poll(port, { timeout: patienceMs }).toBeDefined();
  return {
    child,
    url: `http://127.0.0.1:${port()}`,
    log: () => text,
    logged: (event) => text.split(`"event":"${event}"`).length - 1,
  };
}

let clients = 0;
async function submit({ url }: Served, documento: string): Promise<number> {
  clients += 1;
  const reply = await fetch(`${url}/api/cadastro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${clients >> 8}.${clients & 255}` },
    body: JSON.stringify({ nome: 'Ana Souza', email: 'ana@example.com', documento, empresa: '' }),
  });
  await reply.text();
  return reply.status;
}

interface Waits {
  readonly answered: number;
  readonly longestMs: number;
}

/** Sends requests until it is stopped. @returns stops, and says how long they waited */
function visit(served: Served): () => Promise<Waits> {
  let longest = 0;
  let answered = 0;
  let isOn = true;
  const visiting = (async () => {
    for (let turn = 0; isOn; turn += 1) {
      const begun = performance.now();
      if (turn % 10 === 0) expect(await submit(served, '529.982.247-25')).toBeLessThan(300);
      else expect((await fetch(served.url + ['/', '/healthz'][turn % 2])).status).toBe(200);
      longest = Math.max(longest, performance.now() - begun);
      answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  visiting.catch(() => {});
  return async () => {
    isOn = false;
    await visiting;
    return { answered, longestMs: longest };
  };
}

async function prepare(): Promise<void> {
  home = await mkdtemp(join(tmpdir(), 'hostile-extensions-'));
  await cp(join(projectRoot, 'test/fixtures/extensions'), home, { recursive: true });
}

const timeout = (2 * count + 1) * patienceMs;

test(`nobody waits for ${count} hostile files, and a restart comes up beside the last of them`, {
  timeout,
}, async () => {
  await prepare();
  let served = await serve();
  const read = () => served.logged('definitions-refused') + served.logged('definitions-swapped');
  const isRead = async (before: number, text: string) => {
    const hasEnded = () => served.child.exitCode !== null || served.child.signalCode !== null;
    await expect.poll(() => hasEnded() || read() > before, { timeout: patienceMs, message: text }).toBe(true);
    expect(hasEnded(), `the server has ended\n${text}\n${served.log()}`).toBe(false);
  };
  const waits: number[] = [];
  // A machine that is busy with other things delays requests without a hostile file, too.
  const calm = visit(served);
  await new Promise((resolve) => setTimeout(resolve, count * 20));
  const { longestMs: usual } = await calm();
  let refused = 0;
  for (let number = 0; number < count; number += 1) {
    const { path, text } = hostileFile(number);
    const [before, refusedBefore] = [read(), served.logged('definitions-refused')];
    const stop = visit(served);
    await writeFile(join(home, 'extensions', path), text);
    await isRead(before, text);
    const { answered, longestMs } = await stop();
    waits.push(longestMs);
    expect(answered, text).toBeGreaterThan(0);
    expect(longestMs, text).toBeLessThan(longestWaitMs);
    const isRefused = served.logged('definitions-refused') > refusedBefore;
    if (isRefused) refused += 1;
    if (isRefused && (number % 25 === 24 || number === count - 1)) {
      served.child.kill('SIGTERM');
      await until(() => served.child.exitCode !== null || served.child.signalCode !== null);
      expect(served.child.exitCode, text).toBe(0);
      served = await serve();
      expect(served.logged('serving-last-good')).toBe(1);
      expect(await submit(served, '529.982.247-25')).toBeLessThan(300);
    }
    const kept = read();
    await rm(join(home, 'extensions', path));
    // What is served anyway is not logged again.
    if (!isRefused) await isRead(kept, text);
  }
  expect(refused).toBeGreaterThan(count * 0.9);
  console.log(
    `${count} hostile files: ${refused} refused; the longest waits were ${waits
      .sort((a, b) => b - a)
      .slice(0, 5)
      .map(Math.round)
      .join(', ')} ms, without them ${Math.round(usual)} ms`,
  );
});

/** A rule that is quick for all that is tried with it, and hangs for what one visitor sends. */
const sleeper = `import { defineRule } from 'funnel-engine/extensions';
export default defineRule({
  description: 'A rule.', valid: ['529.982.247-25'], invalid: ['no'],
  parameters: { kind: { description: 'None.', type: 'text' } },
  test: (value) => { if (/^Ω{30}/.test(value)) while (true) {} return /^[0-9.-]+$/.test(value); },
});
`;

test('a visitor’s value that a rule hangs on is refused, and takes nobody’s time again', async () => {
  await prepare();
  await writeFile(join(home, 'extensions/rules/cpf.ts'), sleeper);
  const served = await serve();
  const stop = visit(served);
  for (let time = 0; time < 20; time += 1) expect(await submit(served, 'Ω'.repeat(60))).toBe(422);
  const { answered, longestMs } = await stop();
  expect(answered).toBeGreaterThan(0);
  expect(longestMs).toBeLessThan(longestWaitMs);
  // Once for each half of the size.
  expect(served.logged('extension-slow')).toBeLessThan(4);
  expect(await submit(served, '529.982.247-25')).toBeLessThan(300);
});
