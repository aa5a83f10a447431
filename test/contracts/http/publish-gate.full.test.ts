/** What was recorded and stored decides what can be published: by command, by an assistant, and on each save. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { versions } from '../../../server/cli/publications.ts';
import { publish } from '../../../server/cli/publish.ts';
import type { PublicationOverride } from '../../../server/store/types.ts';
import { commandEnv } from '../../harness/funnel-command.ts';
import { sendTrace, traceLines } from '../../harness/recorded-trace.ts';
import { plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

let funnels: string;
let dataDir: string;
let site: TestServer;

beforeEach(async () => {
  funnels = await copySite('http');
  dataDir = await mkdtemp(join(tmpdir(), 'data-'));
});
afterEach(async () => {
  await site.server.stop(0);
  await site.server.definitions.settled();
  await Promise.all([funnels, dataDir].map((folder) => rm(folder, { recursive: true, force: true })));
});

async function start(mode: string): Promise<void> {
  site = await startTestServer({ funnels, env: { DATA_DIR: dataDir, PUBLISH: mode } });
  await site.server.definitions.settled();
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(funnels, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(funnels, path), text.replace(from, to));
}

const form = 'quiz/pessoa.form.yaml';
/** Refuses every telephone number that anybody has. */
const stricter = () => edit(form, 'digits, min: 10, max: 11', 'digits, min: 12, max: 13');
const person = { nome: 'Ana Prado', email: 'ana.prado@x.example', phone: '11987654321', aceite: true };

/** A visit to the end of the quiz, and a lead. */
async function visit(): Promise<void> {
  const compiled = site.server.definitions.current().flows.get('quiz') as CompiledFlow;
  const lines = await traceLines(compiled, {
    input: { screen: 'perguntas' },
    run: async (driver) => {
      for (const value of [10, 5]) {
        await driver.choose(value);
        await driver.next();
      }
      for (const [name, value] of Object.entries(person)) await driver.type(name, value);
      await driver.submit();
    },
  });
  await sendTrace(site.url, '1f0k3q9z7m2x5c8v', lines);
  expect((await site.post('/api/lead', person)).status).toBe(200);
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  command: typeof publish | typeof versions,
  values: Readonly<Record<string, string>> = {},
  switches: readonly string[] = [],
): Promise<Ran> {
  const written = { out: [] as string[], err: [] as string[] };
  for (const [name, value] of Object.entries(commandEnv(site.config))) vi.stubEnv(name, value);
  try {
    const code = await command(
      { positionals: [], switches: new Set(switches), values },
      {
        out: (text) => void written.out.push(text),
        err: (text) => void written.err.push(text),
        colours: false,
      },
      async () => plainRenderer(),
    );
    return { code, out: written.out.join('\n'), err: written.err.join('\n') };
  } finally {
    vi.unstubAllEnvs();
  }
}

const hash = () => site.server.definitions.current().site.hash;
const overrides = (): Promise<readonly PublicationOverride[]> => site.server.store.publications.overrides();

function expectLoss(text: string): void {
  expect(text).toContain('lostLeads: 1 of 1 leads would be refused; 0 are allowed.');
  expect(text).toContain('strandedVisits: 1 of 1 visits would be refused or stuck; 0 are allowed.');
  expect(text).toContain(`1 visit, quiz, pessoa: phone: O telefone não é válido.\n  by ${form}:24:25\n`);
  expect(text).toMatch(/such as .*1f0k3q9z7m2x5c8v-\d+\.jsonl/);
  expect(text).toContain('1 of 1 recorded visit compared; 1 stored lead judged.');
  for (const value of [person.nome, person.email, person.phone]) expect(text).not.toContain(value);
}

describe('by command', () => {
  test('an edit that loses visits and leads is refused, for a share of the visitors, too', async () => {
    await start('on-command');
    await visit();
    const before = hash();
    await stricter();
    for (const values of [{}, { canary: '10%' }] as Record<string, string>[]) {
      const { code, err } = await run(publish, values);
      expect(code).toBe(1);
      expectLoss(err);
    }
    await site.server.definitions.refresh();
    expect([hash(), await overrides()]).toEqual([before, []]);
  });

  test('an edit of texts is published, with what it was compared with', async () => {
    await start('on-command');
    await visit();
    await edit(form, 'label: Nome', 'label: O seu nome');
    const { code, out } = await run(publish);
    expect([code, out]).toEqual([0, expect.stringContaining('1 of 1 recorded visit compared; 1 stored lead judged.')]);
  });

  test('an override needs a reason, and is in the audit with who, when, and what was exceeded', async () => {
    await start('on-command');
    await visit();
    await stricter();
    await expect(run(publish, { override: ' ' })).rejects.toThrow('needs the reason');
    const began = Date.now();
    const { code, out } = await run(publish, { override: 'Só números com código do país.', by: 'ana' });
    expect([code, out]).toEqual([0, expect.stringContaining('Published all the same by ana: Só números')]);
    await site.server.definitions.refresh();
    const [entry, ...others] = await overrides();
    expect([entry, others]).toEqual([
      {
        ...{ id: expect.any(String), at: expect.any(Number), author: 'ana', reason: 'Só números com código do país.' },
        definition: hash(),
        exceeded: [
          { rule: 'lostLeads', allowed: 0, count: 1, of: 1 },
          { rule: 'strandedVisits', allowed: 0, count: 1, of: 1 },
        ],
      },
      [],
    ]);
    expect(entry?.at).toBeGreaterThanOrEqual(began);
    const listed = await run(versions);
    expect(listed.out).toMatch(/ana: Só números com código do país\. \(lostLeads 1 of 1, 0 allowed; strandedVisits/);
    expect(JSON.parse((await run(versions, {}, ['json'])).out).overrides).toEqual([entry]);
  });

  test('the rules of the version that visitors have apply, not those that come with the edit', async () => {
    await start('on-command');
    await visit();
    const rules = "publish: { lostLeads: '100%', strandedVisits: 1 }\nnotFound: page";
    await edit('site.yaml', 'notFound: page', rules);
    const alone = await readFile(join(funnels, form), 'utf8');
    await stricter();
    expect((await run(publish)).code).toBe(1);
    const both = await readFile(join(funnels, form), 'utf8');
    await writeFile(join(funnels, form), alone);
    expect((await run(publish)).code).toBe(0);
    await writeFile(join(funnels, form), both);
    expect((await run(publish)).code).toBe(0);
  });

  test('a visit that the live version does not replay proves nothing, and is counted', async () => {
    await start('on-command');
    await visit();
    await edit('quiz/quiz.flow.yaml', 'percent(sum(answers), 20)', 'percent(sum(answers), 30)');
    expect((await run(publish)).code).toBe(1);
    expect((await run(publish, { override: 'Outra escala.' })).code).toBe(0);
    await edit(form, 'label: Nome', 'label: O seu nome');
    const { code, out } = await run(publish);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('0 of 1 recorded visit compared; 1 prove nothing, because they cannot be read or differ'),
    ]);
  });
});

describe('on each save', () => {
  test('without rules every valid save is served', async () => {
    await start('on-save');
    await visit();
    const before = hash();
    await stricter();
    expect(await site.server.definitions.reload()).toBe(true);
    expect(hash()).not.toBe(before);
  });

  test('with rules the last good version stays, also after a restart, until somebody allows the edit', async () => {
    await edit('site.yaml', 'notFound: page', 'publish: { visits: 100 }\nnotFound: page');
    await start('on-save');
    await visit();
    const before = hash();
    await stricter();
    expect(await site.server.definitions.reload()).toBe(false);
    expect(hash()).toBe(before);
    expectLoss(site.server.definitions.refusal() ?? '');
    expect(site.shown()).toContain('The edit is not served.');

    await site.server.stop(0);
    await start('on-save');
    expect(hash()).toBe(before);
    expectLoss(site.server.definitions.refusal() ?? '');
    expect((await site.post('/api/lead', { ...person, email: 'b@x.example' })).status).toBe(200);

    const allowed = await run(publish, { override: 'Combinado com a equipe.', by: 'ana' });
    expect([allowed.code, allowed.err]).toEqual([0, '']);
    await until(() => hash() !== before);
    expect(site.server.definitions.refusal()).toBe(null);
    expect(await overrides()).toMatchObject([{ author: 'ana', definition: hash() }]);
  });

  test('with rules an edit of texts is served', async () => {
    await edit('site.yaml', 'notFound: page', 'publish: { visits: 100 }\nnotFound: page');
    await start('on-save');
    await visit();
    const before = hash();
    await edit(form, 'label: Nome', 'label: O seu nome');
    expect(await site.server.definitions.reload()).toBe(true);
    expect(hash()).not.toBe(before);
    const judged = site.logged().filter(({ event }) => event === 'publication-judged');
    expect(judged).toMatchObject([{ all: 1, compared: 1, unproven: 0, leads: 1, exceeded: 0 }]);
  });
});
