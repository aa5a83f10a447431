/** A visit through a flow that another one calls: its answers, its trace, and what personal data leaves. */
import { expect, test } from 'vitest';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';

test('a visit through a called flow sends what it asked and returned, and replays without a difference', async () => {
  const compiled = compiledFlow(await loadFunnels(fixtureFolder('short')), 'convite');
  const sent: unknown[] = [];
  const driver = await driveEngine(compiled, startAt(), async ({ payload }) => {
    sent.push(payload);
    return { output: { ok: true } };
  });
  await driver.type('tema', 'impostos');
  await driver.submit();
  await driver.expectScreen('quem');
  await driver.type('nome', 'Zuleica');
  await driver.type('email', 'zuleica@exemplo.com.br');
  await driver.submit();
  await driver.expectScreen('quem-aviso');
  await driver.press('ok');
  await driver.submit();
  await driver.expectScreen('fim');
  expect(sent).toMatchObject([
    { nome: 'Zuleica', email: 'zuleica@exemplo.com.br', tema: 'impostos', convidado: 'Zuleica' },
  ]);
  const lines = JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[];
  expect(JSON.stringify(lines)).not.toMatch(/zuleica/i);
  expect(replayTrace(compiled, lines)).toMatchObject({ divergence: null, sameBehaviour: true, ended: true });
});

test('a trace takes the way of a branch over a computed value, without what the visitor typed', async () => {
  const compiled = compiledFlow(await loadFunnels(fixtureFolder('short')), 'palestra');
  for (const [name, screen] of [
    [' Ana ', 'ana'],
    ['Zuleica', 'envio'],
  ] as const) {
    const driver = await driveEngine(compiled, startAt(), async () => ({ output: { ok: true } }));
    await driver.type('nome', name);
    await driver.type('email', 'zuleica@exemplo.com.br');
    await driver.submit();
    await driver.expectScreen(screen);
    const lines = JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[];
    expect(JSON.stringify(lines)).not.toMatch(/zuleica/i);
    expect(replayTrace(compiled, lines)).toMatchObject({ divergence: null, strayedAt: null });
    expect(lines.findLast((line) => line.kind === 'step')?.state).toContain(screen);
  }
});
