/** Extensions of a site in published versions: each version has its own, and one that does not run is refused. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SiteHash } from '../../../engine/definition.ts';
import { rollback } from '../../../server/cli/publications.ts';
import { publish } from '../../../server/cli/publish.ts';
import { loadFolder } from '../../../server/definitions/load.ts';
import { createPublicationFiles } from '../../../server/definitions/publication-files.ts';
import { type Content, createVersionFolder } from '../../../server/definitions/version-folder.ts';
import { commonDisk } from '../../../server/disk/disk.ts';
import { commandEnv } from '../../harness/funnel-command.ts';
import { projectRoot } from '../../harness/site-server.ts';
import { plainRenderer } from './plain-renderer.ts';
import { startTestServer, type TestServer } from './running.ts';

let home: string;
let server: TestServer;
let versions: Record<'first' | 'second', string>;
let clients = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'published-extensions-'));
  await cp(join(projectRoot, 'test/fixtures/extensions'), home, { recursive: true });
  const env = {
    PUBLISH: 'on-command',
    TRUST_PROXY: '1',
    ADMIN_PORT: '0',
    CRM_URL: 'https://crm.example',
    CRM_TOKEN: 't',
  };
  server = await startTestServer({ funnels: join(home, 'funnels'), env, load: loadFolder });
  versions = { first: hash(), second: '' };
});
afterAll(async () => {
  await server.server.stop(0);
  await rm(home, { recursive: true, force: true });
});

const hash = (): string => server.server.definitions.current().site.hash;
const file = (path: string): string => join(home, path);

async function run(command: typeof publish | typeof rollback, ...positionals: string[]) {
  const written = { out: [] as string[], err: [] as string[] };
  for (const [name, value] of Object.entries(commandEnv(server.config))) vi.stubEnv(name, value);
  const output = {
    out: (text: string) => void written.out.push(text),
    err: (text: string) => void written.err.push(text),
    colours: false,
  };
  try {
    const code = await command({ positionals, switches: new Set(), values: {} }, output, async () => plainRenderer());
    await server.server.definitions.refresh();
    return { code, out: written.out.join('\n'), err: written.err.join('\n') };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Whether a document is accepted by the rule of the version that is served. */
async function accepts(documento: string): Promise<boolean> {
  const values = { nome: 'Ana Souza', email: 'ana@example.com', documento, empresa: '' };
  clients += 1;
  const reply = await server.post('/api/cadastro', values, { 'x-forwarded-for': `203.0.113.${clients}` });
  expect([200, 201, 422]).toContain(reply.status);
  expect((await server.get('/')).status).toBe(200);
  return reply.ok;
}

const either = '529.982.247-25';
const other = '111.444.777-35';

test('a version has the extensions that it was published with', async () => {
  expect([await accepts(either), await accepts(other)]).toEqual([true, true]);
  const text = await readFile(file('extensions/rules/cpf.ts'), 'utf8');
  await writeFile(
    file('extensions/rules/cpf.ts'),
    text
      .replace('new Set(digits).size === 1', 'new Set(digits).size === 1 || digits[0] === 5')
      .replace("['529.982.247-25', '52998224725']", "['111.444.777-35']"),
  );
  // An edit of code is a draft like any other.
  expect(await accepts(either)).toBe(true);
  expect(await run(publish)).toMatchObject({ code: 0, err: '' });
  versions.second = hash();
  expect(versions.second).not.toBe(versions.first);
  expect([await accepts(either), await accepts(other)]).toEqual([false, true]);
});

test('a rollback brings back the code of before, also when the folder has none', async () => {
  await rm(file('extensions'), { recursive: true });
  const refused = await run(publish);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('inicio/cadastro.funnel.yaml:');
  expect(refused.err).toContain('There is no block of type price-table.');
  expect(refused.err).toContain('Visitors still get the version of before.');
  expect(await accepts(other)).toBe(true);

  expect(await run(rollback)).toMatchObject({ code: 0, err: '' });
  expect(hash()).toBe(versions.first);
  expect(await accepts(either)).toBe(true);
  // A process without copies takes the code from the database.
  await rm(join(server.config.dataDir, 'versions'), { recursive: true });
  expect(await run(rollback, versions.second.slice(0, 12))).toMatchObject({ code: 0, err: '' });
  expect([await accepts(either), await accepts(other)]).toEqual([false, true]);
});

test('a version whose extension this engine does not take is refused at its line, and the live one stays', async () => {
  // Published by an older engine, which had no function of that name.
  await cp(join(projectRoot, 'test/fixtures/extensions'), home, { recursive: true });
  const { content, site } = await loadFolder(file('funnels'));
  const { files } = content as Content;
  const older: Content = {
    ...(content as Content),
    files: files.map(({ path, text }) => ({
      path: path.replace('functions/initials.ts', 'functions/upper.ts'),
      text: text.replaceAll('initials(', 'upper('),
    })),
  };
  const definition = `abcdef${site?.hash.slice(6)}` as SiteHash;
  const { store } = server.server;
  const folder = createVersionFolder(join(home, 'copies'), commonDisk);
  const { id: version } = await createPublicationFiles(folder, store.versions).keep(older, definition);
  const live = hash();
  const position = (await store.publications.position()) + 1;
  const entry = { position, version, definition, share: null, message: null, author: 'ana', at: Date.now() };
  // As a command without the check of today would have written it.
  await store.publications.add({ ...entry, kind: 'publish' });
  await server.server.definitions.refresh();
  expect(hash()).toBe(live);
  expect(server.server.definitions.refusal()).toBe('The definitions have 1 error(s).');
  expect(server.shown()).toContain('../extensions/functions/upper.ts:3:1 error extension-taken');
  expect(await accepts(other)).toBe(true);

  const { code, out, err } = await run(rollback, 'abcdef');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('../extensions/functions/upper.ts:3:1 error extension-taken');
  expect(err).toContain('Not rolled back to abcdef');
  expect(await accepts(other)).toBe(true);
});
