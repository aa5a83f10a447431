/** Lines that anybody can send to a server: what a recorder has masked stays, everything else is masked. */
import { expect, test } from 'vitest';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { writeStepQuery } from '../../../engine/flow/step-query.ts';
import { createLineMask } from '../../../engine/trace/line-mask.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { lineFault } from '../../../server/traces/read.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { type Random, seeded } from '../../harness/random-form.ts';
import { traceLines } from '../../harness/recorded-trace.ts';

const rounds = Number(process.env['FORGED'] ?? 300);
const site = await loadFixture('visits');
const quiz = compiledFlow(site, 'teste');
const order = compiledFlow(site, 'pedido');
const person = { query: writeStepQuery(quiz.flow, 'pessoa', { answers: [5, 5] }), screen: 'pessoa' };
const recorded: readonly (readonly [CompiledFlow, TraceLine[]])[] = [
  [quiz, await traceLines(quiz, { run: (driver) => driver.press('begin') })],
  [quiz, await traceLines(quiz, { input: person, run: (driver) => driver.submit() })],
  [
    order,
    await traceLines(order, {
      input: { ids: {} },
      run: async (driver) => {
        await driver.type('name', 'Ana Prado');
        await driver.type('email', 'ana@x.example');
        await driver.submit();
        await driver.elapse(4000);
      },
    }),
  ],
  [
    order,
    await traceLines(order, {
      input: { ids: {} },
      answer: async () => ({ message: 'Maria já existe', status: 422 }),
      run: async (driver) => {
        await driver.type('name', 'Ana Prado');
        await driver.type('email', 'ana@x.example');
        await driver.submit();
      },
    }),
  ],
];
const masked = (flow: CompiledFlow, lines: readonly TraceLine[]): TraceLine[] => lines.map(createLineMask(flow));
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

test.each(recorded.map((each, index) => [index, ...each] as const))(
  'trace %d of a recorder stays as it is, also if the server begins again in its middle',
  (_, flow, lines) => {
    const stored = masked(flow, lines);
    expect(plain(stored)).toEqual(plain(lines));
    expect(plain(masked(flow, stored))).toEqual(plain(lines));
  },
);

const secret = 'Maria Segredo 5511987654321';
const number = 5511987654321;
const isClean = (text: string): boolean => !/Maria|Segredo|5511987654321/i.test(text);

/** Writes the secret into a random place of a line, as a value or as the name of a member. */
function plant(value: Json, random: Random): Json {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' && random() < 0.5 ? number : secret;
  const keys = Object.keys(value);
  if (Array.isArray(value))
    return keys.length === 0
      ? [secret]
      : (value.map((each, index) =>
          index === Math.floor(random() * keys.length) ? plant(each as Json, random) : each,
        ) as Json);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined || random() < 0.15) return { ...value, [secret]: secret, phone: number };
  return { ...value, [key]: plant((value as Record<string, Json>)[key] as Json, random) };
}

test(`of ${rounds} forged lines that the format accepts, none keeps a name or a number`, () => {
  let tried = 0;
  for (let round = 0; tried < rounds; round += 1) {
    const random = seeded(round);
    const [flow, lines] = recorded[Math.floor(random() * recorded.length)] as (typeof recorded)[number];
    const at = Math.floor(random() * lines.length);
    const forged = lines.map((line, index) =>
      index === at ? (plant(plain(line), random) as unknown as TraceLine) : line,
    );
    if (forged.some((line) => lineFault(line) !== null)) continue;
    // The times, the random numbers and the number of a step identify nobody.
    const kept = JSON.stringify(masked(flow, forged)).replaceAll(
      /"(?:at|random|n|steps|ms|tries|status|loadMs)":[\d.]+|"path":"\/at","value":\d+/g,
      '',
    );
    tried += 1;
    expect(isClean(kept), `${round}: ${JSON.stringify(forged[at])} → ${kept}`).toBe(true);
  }
});

test('a trace with real values becomes the trace that a recorder had made of them', () => {
  const [, lines] = recorded[2] as (typeof recorded)[number];
  const forged = lines.map((line): TraceLine => JSON.parse(JSON.stringify(line).replaceAll('Aaa Aaaaa', 'Ana Prado')));
  expect(JSON.stringify(forged)).toContain('Ana Prado');
  const stored = masked(order, forged);
  expect(plain(stored)).toEqual(plain(lines));
  expect(replayTrace(order, stored).divergence).toBeNull();
});

test('a source that the server does not keep is masked in all lines, which replay', async () => {
  const lines = await traceLines(quiz, {
    input: { visit: { src: 'instagram_bio', utm_source: 'Ana Prado', path: '/teste' } },
    run: (driver) => driver.press('begin'),
  });
  expect(JSON.stringify(lines)).toContain('instagram_bio');
  const stored = lines.map(createLineMask(quiz, () => false));
  expect(JSON.stringify(stored)).not.toContain('instagram_bio');
  expect(replayTrace(quiz, stored)).toMatchObject({ divergence: null, missing: null });
  expect(plain(lines.map(createLineMask(quiz, (value) => value === 'instagram_bio')))).toEqual(plain(lines));
});

test('a step that differs from the definition still does, without unknown words', () => {
  const [, lines] = recorded[1] as (typeof recorded)[number];
  const forged = lines.map((line) =>
    line.kind === 'step' && line.n === 1
      ? { ...line, state: 'inicio.ready', effects: [{ kind: 'toast', title: 'Maria', text: 'Maria' }] }
      : line,
  );
  const stored = masked(quiz, forged);
  expect(stored.find((line) => line.kind === 'step' && line.n === 1)).toMatchObject({
    ...{ state: 'inicio.ready', effects: [{ kind: 'toast', title: 'Aaaaa', text: 'Aaaaa' }] },
  });
  expect(replayTrace(quiz, stored).divergence).toMatchObject({ kind: 'state', n: 1 });
});
