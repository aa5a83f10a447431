/** `funnel scenario`: visits with failing replies on a small site, as expected and not. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';

const begin = [
  '    open: perguntas',
  '    steps:',
  '      - { choose: 5 }',
  '      - { do: next }',
  '      - { choose: 10 }',
  '      - { do: next, expect: { screen: pessoa, values: { score: 75 } } }',
];

/** Runs a scenario of the flow `teste`. */
async function run(lines: readonly string[], ...more: string[]) {
  const funnels = copyFixture('visits', []);
  mkdirSync(funnels, { recursive: true });
  const text = ['scenario: falhas', 'flow: teste', 'cases:', '  - name: A visit', ...lines, ''].join('\n');
  writeFileSync(join(funnels, 'falhas.scenario.yaml'), text);
  return runFunnel(['scenario', 'falhas', '--funnels', funnels, ...more]);
}

const fill = "      - { fill: { name: Ana Souza, email: ana@example.com, phone: '11987654321' } }";

test('a lead whose reply was lost is stored once, and the browser repeats it', async () => {
  const ran = await run([
    '    replies: { /api/teste: [{ network: lost }, {}] }',
    ...begin,
    fill,
    '      - { do: submit, taps: 2, expect: { busy: true, stored: { /api/teste: 1 } } }',
    '      - { wait: 499ms, expect: { screen: pessoa } }',
    '      - { wait: 1ms, expect: { screen: resultado, stored: { /api/teste: 1 } } }',
  ]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  expect(ran.out).toMatch(/as expected {2}falhas: A visit[\s\S]*submit \(2 taps\)[\s\S]*1 case, 0 not as expected/);
});

test('three failures of the network end the submission, and another one is stored once', async () => {
  const ran = await run([
    '    replies: { /api/teste: [{ network: offline }, { network: offline }, { network: offline }, {}] }',
    ...begin,
    fill,
    '      - { do: submit }',
    '      - { wait: 5s, expect: { screen: pessoa, message: Não deu certo, stored: { /api/teste: 0 } } }',
    '      - { do: submit, expect: { screen: resultado, stored: { /api/teste: 1 } } }',
  ]);
  expect([ran.code, ran.err]).toEqual([0, '']);
});

test('a reply that takes longer than the visitor stays is stored, and changes nothing', async () => {
  const ran = await run([
    '    replies: { /api/teste: [{ after: 3s }] }',
    ...begin,
    fill,
    '      - { do: submit }',
    '      - { do: close }',
    '      - { wait: 9s, expect: { stored: { /api/teste: 1 } } }',
  ]);
  expect([ran.code, ran.err]).toEqual([0, '']);
});

test.each([
  ['allowed', 'perguntas.dois'],
  ['denied', 'perguntas.um'],
])('with storage %s a reload leads to %s', async (storage, screen) => {
  const ran = await run([
    '    open: perguntas',
    `    storage: ${storage}`,
    '    steps:',
    '      - { choose: 5 }',
    '      - { do: next, expect: { screen: perguntas.dois } }',
    `      - { do: reload, expect: { screen: ${screen} } }`,
  ]);
  expect([ran.code, ran.err]).toEqual([0, '']);
});

test('what is not as expected is shown at its step', async () => {
  const ran = await run([
    '    replies: { /api/teste: [{ status: 500 }] }',
    ...begin,
    fill,
    '      - { do: submit, expect: { screen: resultado, stored: { /api/teste: 1 }, values: { score: 75 } } }',
  ]);
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('screen: expected "resultado", found "pessoa"');
  expect(ran.out).toContain('stored./api/teste: expected 1, found 0');
  expect(ran.out).not.toContain('values.score');
});

test('a name that the flow does not have is an error of the definitions, and an unknown scenario one of the call', async () => {
  expect(await run(['    steps:', '      - { press: begn }'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('have 1 error'),
  });
  const funnels = copyFixture('visits', []);
  expect(await runFunnel(['scenario', 'falhas', '--funnels', funnels])).toMatchObject({
    code: 2,
    err: 'There is no scenario falhas. The scenarios are none.',
  });
});
