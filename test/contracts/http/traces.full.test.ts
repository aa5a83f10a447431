/**
 * Uploads of traces that are repeated, late or incomplete, and the id that a visit's traces, leads and log lines share.
 */
import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { toSubject } from '../../../server/store/ids.ts';
import { createTraceFiles } from '../../../server/traces/files.ts';
import { copySite, startTestServer, type TestServer, type TestServerOptions } from './running.ts';
import { head, step, trace } from './written-trace.ts';

let site: TestServer;
afterEach(() => site.stop());
const start = async (options: TestServerOptions = {}): Promise<void> => {
  site = await startTestServer(options);
};

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const day = Date.parse('2026-11-20T23:59:00Z');
const fileOn = (date: string): string => join(site.config.dataDir, `traces/${date}/sessao-01.jsonl`);
const kept = (date = '2026-11-20'): Promise<string> => readFile(fileOn(date), 'utf8');

/** Uploads lines of the trace; beacons send text. */
const send = (from: number, to: number, type = 'text/plain;charset=UTF-8') =>
  site.post(`/_f/traces?session=sessao-01&from=${from}`, textOf(trace.slice(from, to)), { 'content-type': type });

describe('in production', () => {
  test('a site without a share records nothing', async () => {
    await start({ env: { TRACES: 'site' } });
    expect((await send(0, 3)).status).toBe(404);
  });

  test('a site with a share records within its limits', async () => {
    const funnels = await copySite('http');
    await appendFile(join(funnels, 'site.yaml'), 'recording: { share: 0.5, perMinute: 2 }\n');
    await start({ funnels, clock: () => day, env: { TRACES: 'site' } });
    const statuses = [await send(0, 3), await send(3, 5), await send(5, 6)].map(({ status }) => status);
    expect(statuses).toEqual([204, 204, 429]);
    expect(await kept()).toBe(textOf(trace.slice(0, 5)));
  });
});

describe('the purpose analytics', () => {
  const accepted = 'consent=2026-11.am.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  const choices: readonly (readonly [
    choice: string,
    headers: Record<string, string>,
    implied: number,
    asked: number,
  ])[] = [
    ['no choice', {}, 204, 403],
    ['accepted', { cookie: accepted }, 204, 204],
    ['analytics only', { cookie: accepted.replace('.am.', '.a.') }, 204, 204],
    ['marketing only', { cookie: accepted.replace('.am.', '.m.') }, 403, 403],
    ['rejected', { cookie: accepted.replace('.am.', '.0.') }, 403, 403],
    ['accepted under another policy', { cookie: accepted.replace('-11', '-10') }, 204, 403],
    ['Global Privacy Control', { 'sec-gpc': '1' }, 403, 403],
    ['accepted, with Global Privacy Control', { cookie: accepted, 'sec-gpc': '1' }, 403, 403],
  ];
  const asking = "consent: { mode: opt-in, version: '2026-11', policy: / }\n";
  const necessary = "recording: { share: 1, necessary: 'Gravamos para achar erros.' }\n";
  test.each([
    ['where consent is implied', '', (each: (typeof choices)[number]) => each[2]],
    ['where it is asked for', asking, (each: (typeof choices)[number]) => each[3]],
    ['where the site says why it is necessary', asking + necessary, () => 204],
  ])('%s decides what is stored', async (_, lines, expected) => {
    const funnels = await copySite('http');
    await appendFile(join(funnels, 'site.yaml'), lines);
    await start({ funnels, clock: () => day });
    for (const [index, choice] of choices.entries()) {
      const { status } = await site.post(`/_f/traces?session=sessao-1${index}&from=0`, textOf(trace.slice(0, 3)), {
        'content-type': 'application/x-ndjson',
        ...choice[1],
      });
      expect(status, choice[0]).toBe(expected(choice));
    }
  });

  test('a withdrawal removes what the visit has stored, by the choice of the same browser only', async () => {
    const funnels = await copySite('http');
    await appendFile(join(funnels, 'site.yaml'), asking);
    await start({ funnels, clock: () => day });
    const own = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    const cookieOf = (id: string) => `consent=2026-11.am.${id}`;
    const [visit, other] = ['1f0k3q9z7m2x5c8v', '2f0k3q9z7m2x5c8v'];
    const upload = (session: string, cookie: string, from = 0) =>
      site.post(`/_f/traces?session=${session}&from=${from}`, textOf(trace.slice(from, from + 3)), {
        'content-type': 'text/plain',
        cookie,
      });
    const choose = async (choice: string, visitId: string, cookie: string): Promise<number> =>
      (
        await fetch(`${site.url}/_f/consent`, {
          method: 'POST',
          headers: { accept: 'application/json', cookie, 'visit-id': visitId },
          body: new URLSearchParams({ choice, key: 'chave-da-escolha' }),
        })
      ).status;
    const stored = async (): Promise<string[]> =>
      (await readdir(join(site.config.dataDir, 'traces/2026-11-20'))).sort();
    for (const session of [`${visit}-aaaaaaaa`, `${visit}-bbbbbbbb`, `${other}-aaaaaaaa`])
      expect((await upload(session, cookieOf(own))).status).toBe(204);
    const all = await stored();
    expect(all).toHaveLength(3);
    // The file names neither the cookie nor its id.
    expect(await readFile(join(site.config.dataDir, 'traces/2026-11-20', String(all[0])), 'utf8')).not.toContain(own);

    // Somebody else knows the id of the visit: with no choice, another choice, or a forged line in its recording.
    expect(await choose('reject', visit, '')).toBe(204);
    expect(await choose('reject', visit, cookieOf('b'.repeat(32)))).toBe(204);
    expect((await upload(`${visit}-aaaaaaaa`, cookieOf('c'.repeat(32)), 3)).status).toBe(204);
    expect(await choose('reject', visit, cookieOf('c'.repeat(32)))).toBe(204);
    expect(await stored()).toEqual(all);
    // Another choice that allows analytics removes nothing.
    expect(await choose('accept', visit, cookieOf(own))).toBe(204);
    expect(await stored()).toEqual(all);

    expect(await choose('reject', visit, cookieOf(own))).toBe(204);
    expect(await stored()).toEqual([`${other}-aaaaaaaa.jsonl`]);
    // An upload that was on its way has the cookie of before.
    expect((await upload(`${visit}-dddddddd`, cookieOf(own))).status).toBe(403);
    expect(await choose('accept', visit, cookieOf(own).replace('.am.', '.0.'))).toBe(204);
    expect((await upload(`${visit}-dddddddd`, cookieOf(own))).status).toBe(204);
  });

  test('what is stored as necessary is not removed by a refusal', async () => {
    const funnels = await copySite('http');
    await appendFile(join(funnels, 'site.yaml'), asking + necessary);
    await start({ funnels, clock: () => day });
    expect((await send(0, 3)).status).toBe(204);
    const reply = await fetch(`${site.url}/_f/consent`, {
      method: 'POST',
      headers: { accept: 'application/json', cookie: accepted, 'visit-id': 'sessao' },
      body: new URLSearchParams({ choice: 'reject', key: 'chave-da-escolha' }),
    });
    expect(reply.status).toBe(204);
    expect(await kept()).toBe(textOf(trace.slice(0, 3)));
  });

  test('a withdrawal during the visit drops what follows', async () => {
    await start({ clock: () => day });
    const upload = (from: number, to: number, headers: Record<string, string>) =>
      site.post(`/_f/traces?session=sessao-01&from=${from}`, textOf(trace.slice(from, to)), {
        'content-type': 'text/plain',
        ...headers,
      });
    expect((await upload(0, 3, { cookie: accepted })).status).toBe(204);
    expect((await upload(3, 5, { cookie: accepted.replace('.am.', '.0.') })).status).toBe(403);
    expect((await kept()).split('\n')).toHaveLength(4);
  });
});

describe('lines of a trace', () => {
  test.each([
    ['of a time that no date has', { ...step(0), at: 8.64e15 + 1 }],
    ['of a later time than any visitor’s', { ...step(0), at: day + 25 * 60 * 60 * 1000 }],
    ['that patch a prototype', { ...step(0), patch: [{ op: 'add', path: '/__proto__/x', value: 1 }] }],
    ['with a member that is a prototype', { ...step(0), event: JSON.parse('{"type":"a","__proto__":{}}') }],
    ['with a number beyond every visit', { ...step(0), n: 1e12 }],
    ['with a patch that says nothing', { ...step(0), patch: [{}] }],
    ['with an effect of no kind', { ...step(0), effects: [{}] }],
    ['with too many changes', { ...step(0), patch: Array(5001).fill({ op: 'remove', path: '/x' }) }],
    ['with a path of many levels', { ...step(0), patch: [{ op: 'remove', path: '/x'.repeat(65) }] }],
    [
      'with values of many levels',
      { ...step(0), event: { type: 'a', x: JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`) } },
    ],
    ['with another type', { ...step(0), state: ['a'] }],
    ['of another kind', { kind: 'other' }],
    ['that are no object', []],
  ])('%s are refused', async (_, line) => {
    await start({ clock: () => day });
    const reply = await site.post('/_f/traces?session=sessao-01&from=0', textOf([head, line]), {
      'content-type': 'text/plain',
    });
    expect([reply.status, await reply.json()]).toEqual([422, { message: expect.stringMatching(/^Line 2 is /) }]);
    const whole = await site.post('/_f/traces?session=sessao-02&from=0', textOf([head, step(0)]), {
      'content-type': 'text/plain',
    });
    expect(whole.status).toBe(204);
  });

  test.each([
    ['cut off', '{"kind":"st'],
    ['nested without end', `${'['.repeat(120_000)}${']'.repeat(120_000)}`],
    [
      'with a number that no type has',
      `${JSON.stringify(step(0)).replace('"event":null', '"event":{"type":"a","x":1e999}')}`,
    ],
  ])('%s are refused with their number', async (_, line) => {
    await start({ clock: () => day });
    const reply = await site.post('/_f/traces?session=sessao-01&from=0', `${textOf([head])}${line}\n`, {
      'content-type': 'text/plain',
    });
    expect([reply.status, await reply.json()]).toEqual([422, { message: expect.stringMatching(/^Line 2 is not /) }]);
  });

  test('with real values are stored masked, and without a head or a flow not at all', async () => {
    await start({ clock: () => day });
    const upload = (session: string, lines: readonly object[]) =>
      site.post(`/_f/traces?session=${session}&from=0`, textOf(lines), { 'content-type': 'text/plain' });
    const forged = {
      ...step(1),
      event: { type: 'INPUT', field: 'nome', value: 'Ana Prado', note: 'Ana Prado' },
      patch: [{ op: 'add', path: '/values/Ana Prado', value: 'Ana Prado' }],
      effects: [{ kind: 'toast', title: 'Ana Prado', text: 'Ana Prado' }],
    };
    expect((await upload('sessao-01', [head, step(0), forged])).status).toBe(204);
    expect(await kept()).toContain('"value":"Aaa Aaaaa"');
    expect(await kept()).not.toMatch(/Ana|Prado/);
    expect((await upload('sessao-02', [step(0), step(1)])).status).toBe(422);
    expect((await upload('sessao-03', [{ ...head, flow: 'ana-prado' }, step(0)])).status).toBe(422);
    expect(await readdir(join(site.config.dataDir, 'traces/2026-11-20'))).toEqual(['sessao-01.jsonl']);
  });

  test('sent again are stored once', async () => {
    await start({ clock: () => day });
    for (const [from, to] of [
      [0, 3],
      [0, 3],
      [1, 5],
      [0, 2],
      [5, 6],
    ] as const)
      expect((await send(from, to)).status).toBe(204);
    expect(await kept()).toBe(textOf(trace.slice(0, 6)));
  });

  test('that would leave a gap are refused with the current number of lines', async () => {
    await start({ clock: () => day });
    expect((await send(0, 3)).status).toBe(204);
    const late = await send(5, 6);
    expect([late.status, await late.json()]).toEqual([409, { lines: 3 }]);
    const unknown = await site.post('/_f/traces?session=sessao-02&from=4', textOf([step(3)]), {
      'content-type': 'text/plain',
    });
    expect([unknown.status, await unknown.json()]).toEqual([409, { lines: 0 }]);
    expect(await kept()).toBe(textOf(trace.slice(0, 3)));
    expect(
      (await site.post('/_f/traces?session=sessao-01', textOf([head]), { 'content-type': 'text/plain' })).status,
    ).toBe(400);
  });

  test('start again if the file was removed', async () => {
    await start({ clock: () => day });
    await send(0, 3);
    await rm(fileOn('2026-11-20'));
    const late = await send(3, 5);
    expect([late.status, await late.json()]).toEqual([409, { lines: 0 }]);
    expect((await send(0, 5)).status).toBe(204);
    expect(await kept()).toBe(textOf(trace.slice(0, 5)));
  });

  test('sent concurrently are stored in order', async () => {
    await start({ clock: () => day });
    await Promise.all([send(0, 2), send(0, 4), send(0, 10), send(0, 6), send(0, 3)]);
    expect(await kept()).toBe(textOf(trace));
  });

  test('continue after midnight, a restart and an incomplete line', async () => {
    await start({ clock: () => day });
    await send(0, 3);
    await appendFile(fileOn('2026-11-20'), '{"kind":"st');
    const restarted = createTraceFiles(join(site.config.dataDir, 'traces'), 1_000_000, () => day + 2 * 60 * 1000);
    const lines = trace.slice(3, 5).map((line) => textOf([line]));
    expect(await restarted.append('sessao-01', 3, lines)).toBe('appended');
    expect(await kept()).toBe(textOf(trace.slice(0, 5)));
    expect((await stat(fileOn('2026-11-20'))).mode & 0o777).toBe(0o600);
  });
});

describe('the source of a visit', () => {
  const upload = async (number: number, src: string): Promise<string | null | undefined> => {
    const visitId = `${number}f0k3q9z7m2x5c8v`;
    const line = { ...head, visitId, input: { ...head.input, visit: { src, utm_source: src, referrer: src } } };
    const reply = await site.post(`/_f/traces?session=${visitId}-aaaaaaaa&from=0`, textOf([line, step(0)]), {
      'content-type': 'text/plain',
    });
    expect(reply.status).toBe(204);
    const file = join(site.config.dataDir, `traces/2026-11-20/${visitId}-aaaaaaaa.jsonl`);
    const { visit } = JSON.parse(String((await readFile(file, 'utf8')).split('\n')[0])).input;
    expect(visit.utm_source).toBe(visit.src);
    expect(visit.referrer).not.toBe(src);
    return visit.src;
  };

  test('is kept if the site lists it, or once five visits share it', async () => {
    const funnels = await copySite('http');
    await appendFile(join(funnels, 'site.yaml'), 'recording: { share: 1, sources: [instagram-bio] }\n');
    await start({ funnels, clock: () => day });
    expect(await upload(0, 'instagram-bio')).toBe('instagram-bio');
    const kept = [];
    for (const number of [1, 1, 2, 3, 4, 5, 6]) kept.push(await upload(number, 'newsletter_05'));
    expect(kept).toEqual([...Array(5).fill('aaaaaaaaaa_99'), 'newsletter_05', 'newsletter_05']);
  });

  test.each([
    'ana@x.example',
    'Ana Prado',
    'ana.prado',
    'Ana',
    '11987654321',
    'tel-11-98765-4321',
    'ana%40x.example',
    'x'.repeat(30),
  ])('is not kept in the form of personal data, however many visits share it: %s', async (src) => {
    await start({ clock: () => day });
    for (let number = 1; number < 8; number += 1) expect(await upload(number, src)).not.toMatch(/Ana|ana|[1-8]/);
  });
});

describe('a page that was only looked at', () => {
  const visitId = head.visitId;
  const bundle = async (): Promise<string> =>
    /data-bundles="[^"]*\/(quiz\.[0-9a-f]+\.json)/.exec(await (await site.get('/quiz')).text())?.[1] as string;
  const report = async (...parts: readonly (string | number)[]) =>
    (await site.post('/_f/traces?glance', parts.join('\n'), { 'content-type': 'text/plain;charset=UTF-8' })).status;
  const stored = async (): Promise<Record<string, unknown>[]> => {
    const folder = join(site.config.dataDir, 'traces/2026-11-20');
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(visitId));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line));
  };

  test('is a trace with its source and its time, once', async () => {
    await start({ clock: () => day });
    const own = await bundle();
    for (const ms of [5000, 9000])
      expect(await report(own, visitId, day - 60_000, ms, 'l.instagram.com', '/quiz?src=bio&nome=Ana+Prado', '')).toBe(
        204,
      );
    const lines = await stored();
    expect(lines.map(({ kind }) => kind)).toEqual(['head', 'step', 'end']);
    expect(lines[0]).toMatchObject({
      ...{ visitId, flow: 'quiz', site: expect.any(String) },
      input: { at: day - 60_000, query: {}, visit: { path: expect.any(String), referrer: expect.any(String) } },
    });
    expect(lines[2]).toMatchObject({ kind: 'end', reason: 'left', at: day - 55_000 });
    expect(JSON.stringify(lines)).not.toMatch(/Ana|Prado/);
  });

  test('has what the page stepped through, and nothing else', async () => {
    await start({ clock: () => day });
    const own = await bundle();
    const withActs = (...events: readonly object[]) => {
      const acts = events.map((event) => ({ event, stamp: { at: day - 1000, random: 0.5 } }));
      return report(own, visitId, day - 60_000, 60_000, '', '/quiz', '', JSON.stringify(acts));
    };
    expect(await withActs({ type: 'INPUT', field: 'nome', value: 'Ana Prado' })).toBe(422);
    expect(await withActs({ type: 'SELECT', value: 'Ana Prado' })).toBe(422);
    expect(await withActs({ type: 'constructor' })).toBe(422);
    expect(await report(own, visitId, day, 5, '', '/quiz', '', '[{"event":')).toBe(422);
    expect(await stored()).toEqual([]);
    // What the flow does not take is recorded as such, with its text masked.
    const forged = [
      { type: 'GO', screen: 'Ana Prado' },
      { type: 'on', name: 'Ana Prado' },
      { type: 'SELECT', value: 7 },
    ];
    expect(await withActs({ type: 'SELECT', value: 10 }, { type: 'NEXT', name: 'Ana Prado' }, ...forged)).toBe(204);
    const lines = await stored();
    const refused = lines
      .filter((line) => line['refused'] === true)
      .map(({ event }) => (event as { type: string }).type);
    expect(refused).toEqual(['SELECT', 'NEXT', 'GO', 'on', 'SELECT']);
    expect(JSON.stringify(lines)).not.toMatch(/Ana|Prado/);
  });

  test('has no parameter that the page has cut', async () => {
    await start({ clock: () => day });
    const text = [await bundle(), visitId, day, 5, '', `/quiz?src=bio&utm_source=${'x'.repeat(300)}`].join('\n');
    expect(await report(text.slice(0, 280))).toBe(204);
    expect((await stored())[0]).toMatchObject({ input: { visit: { utm_source: null } } });
  });

  test.each([
    ['of an unknown flow', 404, (own: string) => [own.replace('quiz', 'quis'), visitId, day, 5, '', '/quiz', '']],
    ['of a path without the flow', 404, (own: string) => [own, visitId, day, 5, '', '/', '']],
    ['of a path that names a prototype', 404, (own: string) => [own, visitId, day, 5, '', '/__proto__', '']],
    ['of no visit', 422, (own: string) => [own, 'Ana Prado', day, 5, '', '/quiz', '']],
    ['of a later time than now', 422, (own: string) => [own, visitId, day + 90_000_000, 5, '', '/quiz', '']],
    ['of no time', 422, (own: string) => [own, visitId, 'now', 5, '', '/quiz', '']],
    ['of more than a day', 422, (own: string) => [own, visitId, day, 90_000_000, '', '/quiz', '']],
    ['of nothing', 422, () => ['']],
  ])('%s is refused', async (_, status, parts) => {
    await start({ clock: () => day });
    expect(await report(...parts(await bundle()))).toBe(status);
    expect(await stored()).toEqual([]);
  });
});

test('a lead and the log lines of a visit carry its id if it is valid', async () => {
  await start();
  const lead = (email: string, id: string) =>
    site.post('/api/lead', { nome: 'Ana', email, phone: '11987654321', aceite: true }, { 'visit-id': id });
  expect((await lead('ana@x.example', head.visitId)).status).toBe(200);
  expect((await lead('bia@x.example', 'Bia <bia@x.example>')).status).toBe(200);
  const metaOf = async (email: string) => (await site.server.store.latest('leads', toSubject(email)))?.meta;
  expect(await metaOf('ana@x.example')).toMatchObject({ visitId: head.visitId });
  expect(await metaOf('bia@x.example')).not.toHaveProperty('visitId');
  await expect
    .poll(() => site.logged().filter(({ path, visit }) => path === '/api/lead' && visit === head.visitId).length)
    .toBe(1);
  expect(site.logText()).not.toContain('bia@');
});
