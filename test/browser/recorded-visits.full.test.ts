/**
 * Random visits from a seed, recorded by the server: every trace replays exactly, has an end line, and contains no
 * personal data. TRACE_VISITS sets the number per flow. The first visit of each flow and every third one after it meet a
 * lost network, a failing server, a reload or Back.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { type Replay, replayTrace } from '../../engine/trace/replay.ts';
import { parseTrace, splitTraces } from '../../server/traces/read.ts';
import { withIntakes } from '../../server/traces/replay-intakes.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { randomFrom, type Trouble, visitAtRandom } from '../harness/random-visit.ts';
import { rewordedFlow } from '../harness/reworded.ts';
import { visitSite } from '../harness/site-visits.ts';
import { tracesIn } from '../harness/traces.ts';

const visits = Number(process.env['TRACE_VISITS'] ?? 1);
const troubles: readonly Trouble[] = ['reload', 'error', 'offline', 'back'];
// Each visitor has a separate address for rate limits.
const site = visitSite({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'info' } });
let definition: SiteDefinition;
beforeAll(async () => {
  definition = await loadFunnels();
});

const planted = { name: 'Zuleica Quaresma', phone: '21934567812', text: 'Zuleica Quaresma receia expor clientes.' };
const secrets = ['zuleica', 'quaresma', 'segredo', '21934567812', '93456-7812', '34567812'];
const query = new URLSearchParams({
  utm_source: 'Zuleica',
  utm_term: 'quaresma@segredo.com.br',
  src: 'zuleica.quaresma',
  email: 'zuleica@segredo.com.br',
  'zuleica@segredo.com.br': '21934567812',
});

/** The start of a visit of each flow, and the element that opens it. A flow without an event records nothing. */
const flows: readonly [flow: string, path: string, opener?: string][] = [
  ['diagnostico', '/diagnostico'],
  ['cadastro-consultoria', '/cadastro-consultoria'],
  ['guia', '/baixar-guia-estrategico'],
  ['aplicacao', '/form-aplicacao'],
  ['ebook', '/baixar-ebook'],
  ['agendar', '/consultoria', '#cta [data-open]'],
  ['inscricao', '/workshop', '[data-open^=inscricao]:visible'],
];

const tracesOf = (visitId: string) => tracesIn(site.server.dataDir, visitId);

/** The replays of a text's traces, on the current flows or on others. */
const replaysOf = (text: string, flowOf = compiledFlow): Replay[] =>
  splitTraces(parseTrace(text)).map((lines) => {
    const [head] = lines;
    if (head?.kind !== 'head') throw new Error('A trace has no head.');
    const flow = flowOf(definition, head.flow);
    return withIntakes(definition, flow, replayTrace(flow, lines));
  });

/** The visit ids of leads. */
function visitsOfLeads(): Set<string> {
  const database = new DatabaseSync(join(site.server.dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare('select meta from records').all() as { meta: string }[];
  database.close();
  return new Set(rows.flatMap(({ meta }) => (JSON.parse(meta) as { visitId?: string }).visitId ?? []));
}

let count = 0;
/** The actions of all visits. */
const actions = new Set<string>();

async function visit(flow: string, path: string, opener: string | undefined, index: number) {
  count += 1;
  const place = flows.findIndex(([id]) => id === flow);
  const random = randomFrom(1000 * place + index);
  const trouble = index % 3 === 0 ? (troubles[(place + index / 3) % troubles.length] as Trouble) : null;
  const { page, leave } = await site.visit(`${path}?${query}`, {
    extraHTTPHeaders: { 'x-forwarded-for': `10.${index % 200}.${Math.floor(count / 200)}.${count % 200}` },
    before: async (page) => {
      // An alert that opens while a navigation commits can block Chromium until the navigation times out.
      await page.addInitScript(() => {
        window.alert = () => {};
      });
      await page
        .context()
        .route(/^https:\/\/(?!localhost)/, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>outside</title>' }),
        );
    },
  });
  const visitId = await page.evaluate<string>('window.funnel.landing.visitId');
  if (opener !== undefined) {
    await page.locator(opener).first().click();
    await page.locator('dialog[open] [data-island][data-state]').waitFor();
  }
  const person = { ...planted, email: `zuleica.${flow}.${index}@segredo.com.br` };
  const done = await visitAtRandom({ page, flow, random, trouble, person });
  for (const action of done) actions.add(action);
  // A visitor who is still on the page leaves it now.
  const elsewhere = random.chance(0.5) ? 'about:blank' : `${site.server.url}/termos-de-uso`;
  // The page may be navigating already.
  await page.goto(elsewhere).catch(() => {});
  const what = `${flow} ${index}${trouble === null ? '' : ` (${trouble})`}: ${done.join(' → ')}`;
  await expect
    .poll(
      () => {
        const traces = tracesOf(visitId);
        return (
          traces.length > 0 && traces.every(({ text }) => text.trimEnd().split('\n').at(-1)?.includes('"kind":"end"'))
        );
      },
      { message: `${what}: every trace holds its end` },
    )
    .toBe(true)
    .catch((error: Error) => {
      const ends = tracesOf(visitId).map(({ file, text }) => `${file}: … ${text.trimEnd().split('\n').at(-1)}`);
      error.message += `\n${ends.join('\n') || 'no trace'}`;
      throw error;
    });
  await leave();
  return { visitId, what };
}

describe.each(flows)('recorded visits of %s', (flow, path, opener) => {
  test(`replay exactly, have an end line and contain no personal data`, {
    timeout: 150_000 + visits * 30_000,
  }, async () => {
    const made: { visitId: string; what: string }[] = [];
    let next = 0;
    const walk = async (): Promise<void> => {
      while (next < visits) made.push(await visit(flow, path, opener, next++));
    };
    await Promise.all([walk(), walk(), walk()]);
    let segments = 0;
    let steps = 0;
    let words = 0;
    for (const { visitId, what } of made) {
      const traces = tracesOf(visitId);
      for (const { file, text } of traces) {
        for (const secret of secrets) expect(text.toLowerCase(), `${what}\n${file}`).not.toContain(secret);
        for (const replay of replaysOf(text)) {
          segments += 1;
          steps += replay.steps.length;
          expect(replay, `${what}\n${file}`).toMatchObject({
            divergence: null,
            missing: null,
            words: [],
            ended: true,
            strayedAt: null,
          });
          expect(replay.head.visitId).toBe(visitId);
        }
        // With every text changed, the behaviour is still the same.
        for (const replay of replaysOf(text, rewordedFlow)) {
          expect(replay, `${what}\n${file}, reworded`).toMatchObject({ divergence: null, ended: true });
          words += replay.words.length;
        }
      }
      // The outcome of a submission is in the trace as well, next to its calls.
      expect(
        traces.some(({ text }) => text.includes(`"flow":"${flow}"`)),
        what,
      ).toBe(true);
    }
    const leads = visitsOfLeads();
    if (flow !== 'ebook') expect(made.some(({ visitId }) => leads.has(visitId))).toBe(true);
    console.info(`${flow}: ${made.length} visits, ${segments} traces, ${steps} steps, ${words} other words`);
  });
});

test('the visits met every disturbance', () => {
  expect([...actions]).toEqual(expect.arrayContaining(['the network is lost', 'the server fails', 'reload', 'back']));
});
