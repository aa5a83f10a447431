/** An assistant makes a site with `funnel mcp`: from an empty folder to a funnel that is served. The preview starts a server. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleFolder } from '../../tools/reference/model-reference.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { traceLines } from '../harness/recorded-trace.ts';
import { projectRoot } from '../harness/site-server.ts';

const outside = mkdtempSync(join(tmpdir(), 'mcp-'));
const folder = join(outside, 'funnels');
const client = new Client({ name: 'test', version: '1.0.0' });

interface Reply {
  readonly text: string;
  readonly failed: boolean;
  readonly image: Buffer | null;
}

async function call(name: string, args: Record<string, unknown> = {}): Promise<Reply> {
  const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
  const parts = content as { type: string; text?: string; data?: string }[];
  const data = parts.find(({ type }) => type === 'image')?.data;
  return {
    text: parts.flatMap(({ text }) => text ?? []).join('\n'),
    failed: isError === true,
    image: data === undefined ? null : Buffer.from(data, 'base64'),
  };
}

const example = (path: string) => ({ path, text: readFileSync(join(exampleFolder, path), 'utf8') });
const site = example('site.yaml');
const funnel = example('level/level.funnel.yaml');
const inCall = readdirSync(join(exampleFolder, 'call')).map((name) => example(`call/${name}`));

beforeAll(async () => {
  await client.connect(
    new StdioClientTransport({
      command: join(projectRoot, 'node_modules/.bin/node'),
      args: [join(projectRoot, 'server/cli/funnel.mjs'), 'mcp', folder],
      env: { ...(process.env as Record<string, string>), DATA_DIR: join(outside, 'data') },
    }),
  );
});
afterAll(async () => {
  await client.close();
  rmSync(outside, { recursive: true, force: true });
});

test('offers its tools with what they are for', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['reference', 'list', 'read', 'write', 'check', 'expand', 'graph', 'preview', 'impact']),
  );
  for (const { description, inputSchema } of tools) {
    expect(description?.length).toBeGreaterThan(20);
    expect(inputSchema.type).toBe('object');
  }
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
    'write',
  ]);
  expect((await call('reference')).text).toContain('# Funnel engine: reference for language models');
});

describe('from an empty folder to a funnel', () => {
  test('says how to begin', async () => {
    expect((await call('list')).text).toContain('Begin with site.yaml');
    expect(await call('check')).toMatchObject({ failed: true, text: expect.stringContaining('site-missing') });
  });

  test('keeps nothing of what has an error', async () => {
    const wrong = { ...funnel, text: funnel.text.replace('from: 70', 'form: 70') };
    const { text, failed } = await call('write', { files: [site, wrong] });
    expect(failed).toBe(true);
    expect(text).toContain('Nothing was written.');
    expect(text).toMatch(/level\/level\.funnel\.yaml:\d+:\d+ error/);
    expect(text).toContain('from');
    expect(existsSync(folder)).toBe(false);
  });

  test('keeps what is valid, and leaves it when a later edit is not', async () => {
    const written = await call('write', { files: [site, funnel] });
    expect(written).toMatchObject({ failed: false, text: expect.stringContaining('2 files, 0 errors') });
    const { failed } = await call('write', { files: [{ ...funnel, text: 'funnel: level\n' }] });
    expect(failed).toBe(true);
    expect(await call('read', { path: funnel.path })).toMatchObject({ text: funnel.text });
    expect(readdirSync(join(folder, 'level'))).toEqual(['level.funnel.yaml']);
  });

  test('adds a flow with branches, and draws it', async () => {
    expect((await call('write', { files: inCall })).failed).toBe(false);
    const { text } = await call('graph', { flow: 'call' });
    expect(text).toContain('|"topic == \'damage\'"|');
    expect((await call('graph', { flow: 'level', format: 'svg' })).text).toMatch(/^<svg /);
    expect(await call('graph', { flow: 'cal' })).toMatchObject({ failed: true, text: expect.stringContaining('call') });
    expect((await call('expand', { funnel: 'level' })).text).toContain('level/level.flow.yaml');
    expect((await call('list')).text.split('\n')).toHaveLength(7);
    expect((await runFunnel(['check', folder])).code).toBe(0);
  });

  test('removes a file only if the others do without it', async () => {
    const removal = { path: 'call/topic.form.yaml', text: null };
    expect(await call('write', { files: [removal] })).toMatchObject({ failed: true });
    expect(existsSync(join(folder, removal.path))).toBe(true);
    expect(await call('write', { files: [{ path: 'call/other.form.yaml', text: null }] })).toMatchObject({
      failed: true,
      text: 'There is no file call/other.form.yaml to remove.',
    });
  });

  test('tells what an edit would do to a recorded visit, and does not make it', async () => {
    const lines = await traceLines(compiledFlow(await loadFunnels(folder), 'call'), {
      run: async (driver) => {
        await driver.send({ type: 'SUBMIT', values: { topic: 'damage' } });
      },
    });
    const trace = join(outside, 'visit.jsonl');
    writeFileSync(trace, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const path = 'call/call.flow.yaml';
    const { text } = example(path);
    const edit = {
      path,
      text: text.replace("{ when: topic == 'damage', to: urgent }", "{ when: topic == 'order', to: urgent }"),
    };
    expect(edit.text).not.toBe(text);
    const same = await call('impact', { files: [{ path, text }], traces: [trace] });
    const moved = await call('impact', { files: [edit], traces: [trace] });
    expect([same.failed, moved.failed]).toEqual([false, false]);
    expect(moved.text).not.toBe(same.text);
    expect(moved.text).toContain('contact');
    expect(await call('read', { path })).toMatchObject({ text });
  });

  test('is served, and shown as a picture of a step behind a branch', async () => {
    const step = await call('preview', { flow: 'call', step: 'urgent' });
    expect(step.text).toContain('urgent on a phone');
    expect(step.failed).toBe(false);
    expect(await sharp(step.image as Buffer).metadata()).toMatchObject({ format: 'png', width: 390 });
    // No text and no button would be one colour.
    expect((await sharp(step.image as Buffer).stats()).entropy).toBeGreaterThan(0.3);
    const { failed, text } = await call('preview', { path: '/levle' });
    expect([failed, text]).toEqual([true, expect.stringContaining('no page at /levle')]);
  });
});

describe('the folder is not left', () => {
  test.each([
    '../site.yaml',
    '/etc/x.page.yaml',
    'level/../../x.page.yaml',
    'level\\x.page.yaml',
    '.git/x.page.yaml',
    'level/notes.txt',
    'link/x.page.yaml',
  ])('by %s', async (path) => {
    mkdirSync(join(outside, 'elsewhere'), { recursive: true });
    if (!existsSync(join(folder, 'link'))) symlinkSync(join(outside, 'elsewhere'), join(folder, 'link'));
    const before = readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort();
    const page = 'page: x\npaths: [/x]\ntitle: A page\nblocks: [{ type: hero, title: Hello }]\n';
    expect((await call('write', { files: [{ path, text: page }] })).failed).toBe(true);
    expect(readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort()).toEqual(before);
    expect((await call('read', { path })).failed).toBe(true);
  });
});

test('refuses arguments that a tool does not take', async () => {
  expect(await call('write', { files: [{ path: 'x.page.yaml' }] })).toMatchObject({ failed: true });
  expect(await call('preview', {})).toMatchObject({ failed: true, text: expect.stringContaining('either a path') });
  expect(await call('impact', { files: [site] })).toMatchObject({ failed: true });
});
