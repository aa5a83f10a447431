/** The studio's list of visits while the site is edited. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AuthorProblem } from '../../../engine/errors/problem.ts';
import type { FunnelsReply } from '../../../renderer/studio/contract.ts';
import { createStudioApi } from '../../../server/studio/api.ts';
import { createVisitList, type VisitFilter } from '../../../server/studio/visits.ts';
import { noStoredVisits } from '../../../server/timelines/stored-visits.ts';
import { copyFixture, loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { traceLines } from '../../harness/recorded-trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'visit-list-'));
afterAll(() => rmSync(folder, { recursive: true }));
const everything: VisitFilter = { flow: null, screen: null, version: null, outcome: null, finding: null, page: 1 };

test('lists that are read during an edit have the words of their own definitions', async () => {
  const site = await loadFixture('visits');
  const edited = await loadFunnels(copyFixture('visits', [['teste.flow.yaml', 'Primeira?', 'Uma?']]));
  const lines = await traceLines(compiledFlow(site, 'teste'), { run: (driver) => driver.press('begin') });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  mkdirSync(join(folder, '2026-01-01'));
  for (let visit = 0; visit < 8; visit += 1) writeFileSync(join(folder, '2026-01-01', `visit${visit}-a.jsonl`), text);
  const visits = createVisitList(folder);
  const before = visits.list(site, everything);
  const after = visits.list(edited, everything);
  const titles = async (list: typeof before) => new Set((await list).visits.map(({ screenTitle }) => screenTitle));
  expect([...(await titles(before))]).toEqual(['Primeira?']);
  expect([...(await titles(after))]).toEqual(['Uma?']);
  expect([...(await titles(visits.list(edited, everything)))]).toEqual(['Uma?']);
});

test('a row is kept until its own definitions change', async () => {
  const site = await loadFixture('visits');
  const lines = await traceLines(compiledFlow(site, 'teste'), { run: (driver) => driver.press('begin') });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const data = join(folder, 'kept');
  mkdirSync(join(data, '2026-01-02'), { recursive: true });
  const file = join(data, '2026-01-02', 'visit-a.jsonl');
  writeFileSync(file, text);
  const list = createVisitList(data);
  const outcomeOn = async (edit: readonly [file: string, before: string, after: string] | null) => {
    const now = edit === null ? site : await loadFunnels(copyFixture('visits', [edit]));
    return (await list.list(now, everything)).visits[0]?.outcome;
  };
  expect(await outcomeOn(null)).toBe('left');
  // A list that reads the file again finds no trace in it.
  writeFileSync(file, 'x'.repeat(Buffer.byteLength(text)));
  expect(await outcomeOn(['pedido.flow.yaml', 'title: ', 'title: Novo '])).toBe('left');
  expect(await outcomeOn(['teste.flow.yaml', 'Primeira?', 'Uma?'])).toBe('unreadable');
});

test('a visit whose recording cannot be read is one line, as old as its file', async () => {
  const site = await loadFixture('visits');
  const lines = await traceLines(compiledFlow(site, 'teste'), { run: (driver) => driver.press('begin') });
  const [head = '', ...steps] = lines.map((line) => JSON.stringify(line));
  const late = head.replace(/"at":\d+/, `"at":${8.64e15 + 1}`);
  const data = join(folder, 'data');
  const today = join(data, '2026-01-02');
  mkdirSync(today, { recursive: true });
  const files: Readonly<Record<string, readonly string[]>> = {
    'whole-a': [head, ...steps],
    // The other trace of the visit is shown.
    'both-a': [late, ...steps],
    'both-b': [head, ...steps],
    'late-a': [late, ...steps],
    'nested-a': [head, `${'['.repeat(1e5)}${']'.repeat(1e5)}`],
    'named-a': [head.replace('"flow":"teste"', '"flow":"constructor"'), ...steps],
    'cut-a': ['{"kind":"he'],
  };
  for (const [name, all] of Object.entries(files)) writeFileSync(join(today, `${name}.jsonl`), `${all.join('\n')}\n`);
  const { visits, flows, total } = await createVisitList(data).list(site, everything);
  expect(total).toBe(6);
  expect(Object.fromEntries(visits.map(({ id, outcome }) => [id, outcome]))).toEqual({
    ...{ whole: 'left', both: 'left', late: 'unreadable', nested: 'unreadable', named: 'left', cut: 'unreadable' },
  });
  expect(flows).toEqual(['constructor', 'teste']);
  const now = Date.now();
  expect(visits.filter(({ at }) => at > now + 60_000)).toEqual([]);
});

test('a visit with a stored lead of its flow was submitted, although its trace does not know', async () => {
  const site = await loadFixture('visits');
  const lines = await traceLines(compiledFlow(site, 'pedido'), {
    reason: null,
    run: (driver) => driver.type('name', 'Ana'),
  });
  const data = join(folder, 'stored');
  mkdirSync(join(data, '2026-01-02'), { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (const id of ['stored', 'other', 'none']) writeFileSync(join(data, '2026-01-02', `${id}-a.jsonl`), text);
  const collection = Object.values(site.intakes).find(({ path }) => path === '/api/pedido')?.records ?? '';
  const stored = new Map([
    ['stored', new Set([collection])],
    ['other', new Set(['another_collection'])],
  ]);
  const { visits } = await createVisitList(data, { ...noStoredVisits, collections: async () => stored }).list(
    site,
    everything,
  );
  const outcomes = Object.fromEntries(visits.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes['stored']).toBe('submitted');
  expect([outcomes['other'], outcomes['none']]).not.toContain('submitted');
});

test('visits are found by a call that was sent again, a double press, and a message that was not delivered', async () => {
  const site = await loadFixture('visits');
  const data = join(folder, 'findings');
  mkdirSync(join(data, '2026-01-02'), { recursive: true });
  const replies = [500];
  const visits = {
    again: await traceLines(compiledFlow(site, 'pedido'), {
      answer: async () => {
        const status = replies.shift();
        return status === undefined ? { output: {} } : { message: null, status };
      },
      run: async (driver) => {
        const person = { name: 'Ana Prado', email: 'ana@x.example', phone: '11987654321' };
        for (const [name, value] of Object.entries(person)) await driver.type(name, value);
        for (const _ of [1, 2]) await driver.submit();
      },
    }),
    twice: await traceLines(compiledFlow(site, 'teste'), {
      run: async (driver) => {
        await driver.press('begin');
        await driver.send({ type: 'on', name: 'begin' });
      },
    }),
    plain: await traceLines(compiledFlow(site, 'teste'), { run: (driver) => driver.press('begin') }),
  };
  for (const [id, lines] of Object.entries(visits))
    writeFileSync(join(data, '2026-01-02', `${id}-a.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const undelivered = new Set<string>();
  const list = createVisitList(data, { ...noStoredVisits, undelivered: async () => undelivered });
  const found = async (finding: string): Promise<string[]> =>
    (await list.list(site, { ...everything, finding })).visits.map(({ id }) => id);
  expect(await found('errors')).toEqual(['again']);
  expect(await found('repeated-call')).toEqual(['again']);
  expect(await found('double-press')).toEqual(['twice']);
  expect(await found('undelivered')).toEqual([]);
  // A message fails later than its visit: the row is kept.
  undelivered.add('plain');
  expect(await found('undelivered')).toEqual(['plain']);
  expect(await found('unknown')).toEqual([]);
});

test('a funnel has the errors of its forms and its page, too', async () => {
  const site = await loadFixture('visits');
  const problem = (file: string, severity: string) => ({ file, severity }) as unknown as AuthorProblem;
  const api = createStudioApi({
    ...{ dataDir: folder, store: {} as never, previews: {} as never },
    ...{ site: () => site, origin: () => 'http://site.example', refusal: () => null },
    problems: () => [problem('contato.form.yaml', 'error'), problem('pedido.flow.yaml', 'warning')],
  });
  const query = new URLSearchParams();
  const reply = await api({ path: '/funnels', request: { method: 'GET' } as never, query, staff: {} as never });
  const { funnels } = JSON.parse(String(reply.body)) as FunnelsReply;
  const found = Object.fromEntries(funnels.map(({ flow, errors, warnings }) => [flow, [errors, warnings]]));
  expect(found).toMatchObject({ pedido: [1, 1], teste: [1, 0], inscricao: [expect.any(Number), 0] });
});
