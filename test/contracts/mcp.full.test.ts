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
import { patience } from '../harness/patience.ts';
import { traceLines } from '../harness/recorded-trace.ts';
import { projectRoot, startSite } from '../harness/site-server.ts';

const outside = mkdtempSync(join(tmpdir(), 'mcp-'));
const folder = join(outside, 'funnels');
const client = new Client({ name: 'test', version: '1.0.0' });

interface Reply {
  readonly text: string;
  /** What follows the text, such as the version of a file. */
  readonly note: string;
  readonly failed: boolean;
  readonly image: Buffer | null;
}

async function call(name: string, args: Record<string, unknown> = {}): Promise<Reply> {
  const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
  const parts = content as { type: string; text?: string; data?: string }[];
  const data = parts.find(({ type }) => type === 'image')?.data;
  const [text = '', ...notes] = parts.flatMap((part) => part.text ?? []);
  return {
    ...{ text, note: notes.join('\n') },
    failed: isError === true,
    image: data === undefined ? null : Buffer.from(data, 'base64'),
  };
}

/** The version of a file, which an edit is based on. */
const versionOf = async (path: string) => (await call('read', { path })).note.replace('version: ', '');

const example = (path: string) => ({ path, text: readFileSync(join(exampleFolder, path), 'utf8') });
const site = example('site.yaml');
const whole = example('level/level.funnel.yaml');
/** Without the link to the other flow, so that it is valid alone. */
const funnel = {
  ...whole,
  text: whole.text.replace(
    / {2}low:[\s\S]*$/,
    () => '  low: { title: Start with the water, text: Water them early in the morning. }\n',
  ),
};
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
    expect.arrayContaining([
      ...['reference', 'list', 'read', 'write', 'edit', 'write_asset', 'check', 'expand', 'graph', 'preview', 'impact'],
      ...['explain', 'where_used', 'rename', 'paths', 'scenario', 'versions', 'publish', 'rollback'],
    ]),
  );
  for (const { description, inputSchema } of tools) {
    expect(description?.length).toBeGreaterThan(20);
    expect(inputSchema.type).toBe('object');
  }
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
    'write',
    'edit',
    'write_asset',
    'rename',
    'publish',
    'rollback',
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
    const base = await versionOf(funnel.path);
    const { failed } = await call('write', { files: [{ ...funnel, text: 'funnel: level\n', base }] });
    expect(failed).toBe(true);
    expect(await call('read', { path: funnel.path })).toMatchObject({ text: funnel.text });
    expect(readdirSync(join(folder, 'level'))).toEqual(['level.funnel.yaml']);
    const { text } = await call('check');
    expect(text).toContain('site.yaml:10:10 note fact-unused');
    expect(text).toMatch(/2 files, 0 errors, \d warnings?, 1 note$/);
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
    const removal = { path: 'call/topic.form.yaml', text: null, base: await versionOf('call/topic.form.yaml') };
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
    expect(step.text).toContain('urgent of call on a phone');
    expect(step.failed).toBe(false);
    expect(await sharp(step.image as Buffer).metadata()).toMatchObject({ format: 'png', width: 390 });
    // No text and no button would be one colour.
    expect((await sharp(step.image as Buffer).stats()).entropy).toBeGreaterThan(0.3);
    const { failed, text } = await call('preview', { path: '/levle' });
    expect([failed, text]).toEqual([true, expect.stringContaining('no page at /levle')]);
  });
});

/** A field of each kind behind a condition that the first answer does not meet. */
const conditional = `form: topic
fields:
  topic: { type: choice, label: Your question, required: Choose one, options: [{ value: order, label: An order }, { value: damage, label: Damage }] }
  note: { type: textarea, label: Note, when: topic == 'damage', required: Say it }
  mail: { type: email, label: Mail, when: topic == 'damage', required: Say it }
  sure: { type: checkbox, label: Sure, when: topic == 'damage', required: Say it }
  kind: { type: choice, label: Kind, when: topic == 'damage', required: Say it, options: [{ value: a, label: A }, { value: b, label: B }] }
  parts: { type: choices, label: Parts, when: topic == 'damage', min: 1, options: [{ value: a, label: A }, { value: b, label: B }] }
  price: { type: currency, label: Price, when: topic == 'damage', required: Say it }
  day: { type: date, label: Day, when: topic == 'damage', required: Say it }
`;

describe('a preview', () => {
  const topic = 'call/topic.form.yaml';

  test('shows a step behind a form with conditional fields of every kind, in a draft that is not written', async () => {
    const files = [{ path: topic, text: conditional, base: await versionOf(topic) }];
    for (const step of ['contact', 'urgent', 'done']) {
      const shown = await call('preview', { flow: 'call', step, files });
      expect(shown).toMatchObject({ failed: false, text: `${step} of call on a phone` });
      expect((await sharp(shown.image as Buffer).stats()).entropy).toBeGreaterThan(0.3);
    }
    expect((await call('read', { path: topic })).text).toBe(example(topic).text);
  });

  test('shows a given result', async () => {
    const high = await call('preview', { flow: 'level', step: 'result', when: 'score >= 70' });
    const low = await call('preview', { flow: 'level', step: 'result', when: 'score < 70' });
    expect([high.text, high.failed, low.failed]).toEqual(['result of level on a phone', false, false]);
    expect(high.image?.equals(low.image as Buffer)).toBe(false);
    const never = await call('preview', { flow: 'level', step: 'result', when: 'score > 100' });
    expect(never).toMatchObject({ failed: true, text: expect.stringContaining('while score > 100') });
    const wrong = await call('preview', { flow: 'level', step: 'result', when: 'scor > 100' });
    expect(wrong).toMatchObject({ failed: true, text: expect.stringContaining('scor') });
  });

  test('shows an e-mail', async () => {
    const email = {
      path: 'call/booked.email.yaml',
      text: "# accept email-unused: only shown\nemail: booked\nsubject: 'Thank you, {{ name }}'\nvalues:\n  name: { type: text }\nblocks:\n  - { type: heading, text: 'Hello {{ name }}' }\n  - { type: footer, body: Sent because you asked. }\n",
    };
    const shown = await call('preview', { email: 'booked', files: [email], device: 'desktop' });
    expect(shown).toMatchObject({ failed: false, text: 'the e-mail booked (Thank you, Example) on a desktop' });
    expect((await sharp(shown.image as Buffer).stats()).entropy).toBeGreaterThan(0.1);
    expect(await call('preview', { email: 'boked', files: [email] })).toMatchObject({
      failed: true,
      text: expect.stringContaining('Did you mean booked?'),
    });
  });
});

describe('edits', () => {
  const path = 'call/call.flow.yaml';
  const wording = { old: 'We call you today.', new: 'We call you tomorrow.' };

  test('change a part of a file, and only of the version that was read', async () => {
    const before = (await call('read', { path })).text;
    const base = await versionOf(path);
    const done = await call('edit', { files: [{ path, base, replace: [wording] }] });
    expect(done.failed).toBe(false);
    expect((await call('read', { path })).text).toBe(before.replace(wording.old, wording.new));
    const late = await call('edit', { files: [{ path, base, replace: [{ old: 'tomorrow', new: 'soon' }] }] });
    expect(late).toMatchObject({ failed: true, text: expect.stringContaining('has changed') });
    const unread = await call('write', { files: [{ path, text: before }] });
    expect(unread).toMatchObject({ failed: true, text: expect.stringContaining('Read it first') });
    const now = await versionOf(path);
    expect(done.text).toContain(`Wrote ${path}, version ${now}.`);
    const back = { old: wording.new, new: wording.old };
    expect((await call('edit', { files: [{ path, base: now, replace: [back] }] })).failed).toBe(false);
  });

  test('have to name a part that occurs once', async () => {
    const base = await versionOf(path);
    const twice = await call('edit', { files: [{ path, base, replace: [{ old: 'title:', new: 'titel:' }] }] });
    expect(twice).toMatchObject({ failed: true, text: expect.stringMatching(/contains \d times "title:"/) });
    const never = await call('edit', { files: [{ path, base, replace: [{ old: 'nowhere', new: '' }] }] });
    expect(never).toMatchObject({ failed: true, text: expect.stringContaining('does not contain "nowhere"') });
    const replace = [wording, { old: 'you today', new: 'soon' }];
    expect(await call('edit', { files: [{ path, base, replace }] })).toMatchObject({
      failed: true,
      text: expect.stringContaining('"We call you today." and "you today" overlap in call/call.flow.yaml.'),
    });
  });

  test('of a picture and of own code are checked and seen', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
    expect((await call('write_asset', { path: 'level/assets/leaf.svg', data: svg })).failed).toBe(false);
    const shown = await call('read', { path: 'level/assets/leaf.svg' });
    expect(await sharp(shown.image as Buffer).metadata()).toMatchObject({ format: 'png' });
    const code = (text: string) => ({ files: [{ path: 'extensions/functions/shout.ts', text }] });
    const wrong = await call('write', code('export default {};\n'));
    expect(wrong).toMatchObject({ failed: true, text: expect.stringContaining('extensions/functions/shout.ts') });
    const template = readFileSync(join(projectRoot, 'server/cli/templates/extensions/function.ts.txt'), 'utf8');
    expect(await call('write', code(template.replaceAll('__ID__', 'shout')))).toMatchObject({ failed: false });
    expect((await call('list')).text).toContain('extensions/functions/shout.ts (extension)');
    const base = await versionOf('extensions/functions/shout.ts');
    const removal = { files: [{ path: 'extensions/functions/shout.ts', text: null, base }] };
    expect(await call('write', removal)).toMatchObject({ failed: false });
  });
});

describe('commands', () => {
  test('explain a code, find a name, rename it and back', async () => {
    expect((await call('explain', { code: 'step-unknown' })).text).toContain('Without the mistake');
    expect((await call('where_used', { name: 'step:call.urgent' })).text).toContain('call/call.flow.yaml');
    const renamed = await call('rename', { name: 'step:call.urgent', to: 'hurry' });
    expect(renamed).toMatchObject({ failed: false, text: expect.stringContaining('renamed') });
    expect((await call('rename', { name: 'step:call.hurry', to: 'urgent' })).failed).toBe(false);
    expect(await call('rename', { name: 'step:call.urgent', to: 'contact' })).toMatchObject({
      failed: true,
      text: expect.stringContaining('is taken'),
    });
  });

  test('walk through a flow, and run the scenarios', async () => {
    const walked = await call('paths', { flow: 'call' });
    expect(walked.text).toContain('urgent');
    expect((await call('paths', { flow: 'cal' })).failed).toBe(true);
    const scenario = {
      path: 'call/call.scenario.yaml',
      text: 'scenario: call\nflow: call\ncases:\n  - name: Damage is urgent\n    steps:\n      - { fill: { topic: damage } }\n      - { do: submit, expect: { screen: urgent } }\n',
    };
    expect(await call('write', { files: [scenario] })).toMatchObject({ failed: false });
    expect(await call('scenario')).toMatchObject({ failed: false, text: expect.stringContaining('1') });
    const base = await versionOf(scenario.path);
    const wrong = { path: scenario.path, base, replace: [{ old: 'screen: urgent', new: 'screen: contact' }] };
    expect(await call('edit', { files: [wrong] })).toMatchObject({ failed: false });
    expect(await call('scenario', { scenario: 'call' })).toMatchObject({ failed: true });
  });

  test('publish, list the versions and go back', async () => {
    const env = { PUBLISH: 'on-command', DATA_DIR: join(outside, 'data') };
    const server = await startSite({ funnels: folder, env });
    try {
      const frontPage = async () => (await fetch(`${server.url}/level`)).text();
      expect(await call('versions')).toMatchObject({ failed: false, text: expect.stringContaining('live') });
      const { path } = funnel;
      const base = await versionOf(path);
      const title = { old: 'How green is your balcony?', new: 'How well do your plants grow?' };
      await call('edit', { files: [{ path, base, replace: [title] }] });
      expect(await frontPage()).toContain(title.old);
      expect(await call('publish', { message: 'Another title' })).toMatchObject({ failed: false });
      await expect.poll(frontPage, { timeout: patience }).toContain(title.new);
      expect((await call('versions')).text).toContain('Another title');
      expect(await call('rollback')).toMatchObject({ failed: false });
      await expect.poll(frontPage, { timeout: patience }).toContain(title.old);
    } finally {
      await server.remove();
    }
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
