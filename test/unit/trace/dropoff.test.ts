/** Which screens visitors came to, went on from, went back from and left at. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { createDropoff, type DropoffCounter, shareOf } from '../../../engine/trace/dropoff.ts';
import { agedEnding, endingOf } from '../../../engine/trace/ending.ts';
import type { EndReason, TraceLine } from '../../../engine/trace/record.ts';
import type { EngineDriver } from '../../harness/engine-driver.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { traceLines } from '../../harness/recorded-trace.ts';

let site: SiteDefinition;
beforeAll(async () => {
  site = await loadFixture('visits');
});

const counterOf = (flow: string): DropoffCounter =>
  createDropoff({ flow: site.flows[flow] ?? null, forms: site.forms });

function traceOf(
  flow: string,
  run: (driver: EngineDriver) => Promise<void>,
  { screen = null, reason = 'left' }: { screen?: string | null; reason?: EndReason | null } = {},
): Promise<TraceLine[]> {
  const uid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
  const reply = { score: 50, level: 'ALTO', nome: 'Ana' };
  return traceLines(compiledFlow(site, flow), {
    input: { screen, query: { answers: '[5,5]', uid } },
    answer: async () => ({ output: reply }),
    reason,
    run,
  });
}

const nothing = async (): Promise<void> => {};
const begin = (driver: EngineDriver) => driver.press('begin');
const answer = async (driver: EngineDriver): Promise<void> => {
  await driver.choose(5);
  await driver.next();
};
async function fill(driver: EngineDriver): Promise<void> {
  await driver.type('name', 'Ana Prado');
  await driver.type('email', 'ana@x.example');
  await driver.submit();
}

/** The counts as `came on back left open`. */
const table = (counter: DropoffCounter): Record<string, string> =>
  Object.fromEntries(
    counter
      .rows()
      .map(({ screen, came, wentOn, wentBack, left, open }) => [
        screen,
        [came, wentOn, wentBack, left, open].join(' '),
      ]),
  );

describe('the visits of a flow', () => {
  test('are counted once on each screen, in the order of the flow', async () => {
    const counter = counterOf('teste');
    counter.add([await traceOf('teste', nothing)]);
    counter.add([
      await traceOf('teste', async (driver) => {
        await begin(driver);
        await answer(driver);
        await driver.previous();
        await answer(driver);
      }),
    ]);
    counter.add([
      await traceOf('teste', async (driver) => {
        await begin(driver);
        await answer(driver);
        await answer(driver);
        await driver.type('name', 'Ana');
      }),
    ]);
    counter.add([await traceOf('teste', begin, { reason: null })]);
    expect(table(counter)).toEqual({
      inicio: '4 3 0 1 0',
      'perguntas.um': '3 2 0 0 1',
      'perguntas.dois': '2 1 0 1 0',
      pessoa: '1 0 0 1 0',
      resultado: '0 0 0 0 0',
    });
    expect(Object.keys(table(counter))).toEqual(counter.rows().map(({ screen }) => screen));
    expect(counter.total()).toEqual({ came: 4, wentOn: 0, wentBack: 1, failed: 0, left: 3, open: 1, lost: 0 });
  });

  test('that finish are not counted as left', async () => {
    const counter = counterOf('teste');
    counter.add([await traceOf('teste', fill, { screen: 'pessoa' })]);
    expect(table(counter)).toMatchObject({ pessoa: '1 1 0 0 0', resultado: '1 0 0 0 0' });
    expect(counter.rows().find(({ screen }) => screen === 'resultado')).toMatchObject({ isFinal: true });
    expect(counter.total()).toEqual({ came: 1, wentOn: 1, wentBack: 0, failed: 0, left: 0, open: 0, lost: 0 });
    const redirected = counterOf('pedido');
    redirected.add([
      await traceOf('pedido', async (driver) => {
        await fill(driver);
        await driver.elapse(4000);
      }),
    ]);
    expect(table(redirected)).toEqual({ pedido: '1 1 0 0 0', enviado: '1 1 0 0 0' });
    expect(redirected.total()).toMatchObject({ wentOn: 1, left: 0 });
  });

  test('whose dialog the visitor closed have left, and have not finished', async () => {
    const counter = counterOf('inscricao');
    counter.add([await traceOf('inscricao', (driver) => driver.type('name', 'Ana'), { reason: 'closed' })]);
    expect(Object.values(table(counter))).toContain('1 0 0 1 0');
    expect(counter.total()).toMatchObject({ came: 1, wentOn: 0, left: 1 });
  });

  test('that only see a final screen have finished, and those that send a form without a next screen went on', async () => {
    const counter = counterOf('teste');
    counter.add([await traceOf('teste', nothing, { screen: 'resultado' })]);
    expect(table(counter)).toMatchObject({ resultado: '1 0 0 0 0' });
    expect(counter.total()).toEqual({ came: 1, wentOn: 1, wentBack: 0, failed: 0, left: 0, open: 0, lost: 0 });
    const { pedido } = site.flows;
    const { next: _, ...form } = (pedido?.steps['pedido'] ?? {}) as { next?: string };
    const flow = { ...pedido, steps: { ...pedido?.steps, pedido: form } } as never;
    const stays = createDropoff({ flow, forms: site.forms });
    const changed = compiledFlow({ ...site, flows: { pedido: flow } }, 'pedido');
    stays.add([await traceLines(changed, { run: fill })]);
    expect(table(stays)).toMatchObject({ pedido: '1 1 0 0 0' });
  });

  test('that leave the form of a final step have not finished', async () => {
    const { pedido } = site.flows;
    const { submit: _, next: __, ...form } = (pedido?.steps['pedido'] ?? {}) as { submit?: object; next?: string };
    const flow = { ...pedido, steps: { pedido: { ...form, final: true } } } as never;
    const changed = compiledFlow({ ...site, flows: { pedido: flow } }, 'pedido');
    const counter = createDropoff({ flow, forms: site.forms });
    counter.add([await traceLines(changed, { run: (driver) => driver.type('name', 'Ana') })]);
    counter.add([await traceLines(changed, { run: fill })]);
    expect(counter.total()).toMatchObject({ came: 2, wentOn: 1, left: 1 });
    expect(counter.rows()).toMatchObject([{ came: 2, wentOn: 1, finished: 0, left: 1, isFinal: false }]);
  });

  test('with several documents are one visit, which a redirect ends', async () => {
    const counter = counterOf('teste');
    const until = await traceOf('teste', async (driver) => {
      await begin(driver);
      await answer(driver);
    });
    counter.add([until, await traceOf('teste', fill, { screen: 'pessoa' })]);
    expect(table(counter)).toMatchObject({ inicio: '1 1 0 0 0', 'perguntas.dois': '1 1 0 0 0', pessoa: '1 1 0 0 0' });
    expect(counter.total()).toEqual({ came: 1, wentOn: 1, wentBack: 0, failed: 0, left: 0, open: 0, lost: 0 });
    const twice = counterOf('pedido');
    const order = async (driver: EngineDriver): Promise<void> => {
      await fill(driver);
      await driver.elapse(4000);
    };
    twice.add([await traceOf('pedido', order), await traceOf('pedido', order)]);
    expect(table(twice)).toEqual({ pedido: '1 1 0 0 0', enviado: '1 1 0 0 0' });
  });

  test('of an older flow have the screens that it had after those of today', async () => {
    const { inicio, ...steps } = site.flows['teste']?.steps ?? {};
    const flow = { ...site.flows['teste'], start: 'perguntas', steps } as never;
    const counter = createDropoff({ flow, forms: site.forms });
    counter.add([await traceOf('teste', nothing)]);
    expect(inicio).toBeDefined();
    expect(counter.rows().at(-1)).toMatchObject({ screen: 'inicio', came: 1, left: 1, isDefined: false });
    expect(counter.rows().filter(({ isDefined }) => isDefined)).toHaveLength(4);
  });
});

test('the share is of those who came, where something follows', () => {
  const counts = { came: 4, wentOn: 3, wentBack: 0, failed: 0, left: 1, open: 0, lost: 0 };
  expect(shareOf(counts)).toBe(0.75);
  expect(shareOf({ ...counts, isFinal: true })).toBeNull();
  expect(shareOf({ ...counts, came: 0, wentOn: 0 })).toBeNull();
});

test('every visit is in one column of each of its screens, and ends on one of them', async () => {
  const counter = counterOf('teste');
  const visit = (run: (driver: EngineDriver) => Promise<void>, more?: Parameters<typeof traceOf>[2]) =>
    traceOf('teste', run, more).then((lines) => counter.add([lines]));
  await visit(nothing);
  await visit(begin, { reason: null });
  // Goes back, and leaves there.
  await visit(async (driver) => {
    await begin(driver);
    await answer(driver);
    await driver.previous();
  });
  await visit(fill, { screen: 'pessoa' });
  await visit(nothing, { screen: 'resultado' });
  for (const row of counter.rows())
    expect(row.wentOn + row.wentBack + row.finished + row.failed + row.left + row.open, row.screen).toBe(row.came);
  expect(table(counter)).toMatchObject({ 'perguntas.um': '2 0 0 1 1', 'perguntas.dois': '1 0 1 0 0' });
  const { came, wentOn, failed, left, open } = counter.total();
  expect([came, wentOn + failed + left + open]).toEqual([5, 5]);
});

test('a submission that failed is a failure, unless it was repeated with success', async () => {
  const failing = (statuses: readonly number[]) => {
    const left = [...statuses];
    return traceLines(compiledFlow(site, 'pedido'), {
      answer: async () => {
        const status = left.shift() ?? 200;
        return status === 200 ? { output: {} } : { message: null, status };
      },
      run: async (driver) => {
        await fill(driver);
        for (const _ of statuses.slice(1)) await driver.submit();
      },
    });
  };
  const counter = counterOf('pedido');
  for (const statuses of [[500], [409], [500, 200], [200]]) counter.add([await failing(statuses)]);
  expect(counter.total()).toEqual({ came: 4, wentOn: 2, wentBack: 0, failed: 2, left: 0, open: 0, lost: 0 });
  expect(counter.rows()[0]).toMatchObject({ screen: 'pedido', came: 4, wentOn: 2, failed: 2, left: 0 });
});

test('an open visit is lost sight of after a day', async () => {
  const lines = await traceOf('teste', begin, { reason: null });
  const last = Math.max(...lines.flatMap((line) => (line.kind === 'step' ? [line.at] : [])));
  const day = 24 * 60 * 60 * 1000;
  const context = { flow: site.flows['teste'] ?? null, forms: site.forms };
  for (const [now, counts] of [
    [last + day - 1, { open: 1, lost: 0 }],
    [last + day, { open: 0, lost: 1 }],
  ] as const) {
    const counter = createDropoff(context, now);
    counter.add([lines]);
    expect(counter.total()).toMatchObject({ came: 1, left: 0, ...counts });
    expect(agedEnding(endingOf(lines, context), now).kind).toBe(counts.lost === 1 ? 'out-of-sight' : 'open');
  }
  // Who left has left.
  const left = endingOf(await traceOf('teste', begin), context);
  expect(agedEnding(left, left.at + 2 * day)).toBe(left);
});
