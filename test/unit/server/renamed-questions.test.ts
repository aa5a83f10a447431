/** `funnel where-used` and `funnel rename` on the answers to questions with a type. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';

const file = 'conversa/conversa.funnel.yaml';

test('an answer is found and renamed with the conditions that read it', async () => {
  const folder = copyFixture('short');
  const found = await runFunnel(['where-used', 'equipe', folder]);
  expect(found.out).toContain('field:conversa.equipe');
  expect(found.out).toContain('2 places in 1 file.');
  const renamed = await runFunnel(['rename', 'equipe', 'time', folder]);
  expect(renamed.out).toContain('renamed: 2 places in 1 file');
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain('{ name: time, question: Você tem uma equipe?, type: yes-no, aliases: [equipe], points: 5');
  expect(text).toContain("when: time == 'yes'");
  expect((await runFunnel(['check', folder])).code).toBe(0);
});

test('so is a field among several on one screen', async () => {
  const folder = copyFixture('short');
  const renamed = await runFunnel(['rename', 'conversa.nome', 'pessoa', folder]);
  expect(renamed.out).toContain('renamed');
  expect(readFileSync(join(folder, file), 'utf8')).toContain('fields: { pessoa: name, email: email }');
});

test('what a flow takes is renamed where it is given, and what it returns where it is read', async () => {
  const folder = copyFixture('short');
  const read = (name: string): string => readFileSync(join(folder, 'chamada', name), 'utf8');
  expect((await runFunnel(['rename', 'assunto', 'topico', folder])).code).toBe(0);
  expect(read('pessoa.flow.yaml')).toContain('sobre {{ topico }}?');
  expect(read('convite.flow.yaml')).toContain('with: { topico: tema');
  expect(read('palestra.flow.yaml')).toContain('with: { topico:');
  expect((await runFunnel(['rename', 'value:palestra.inscrito', 'inscrita', folder])).code).toBe(0);
  expect(read('palestra.flow.yaml')).toContain('saveAs: { inscrita: maiusculas }');
  expect(read('palestra.flow.yaml')).toContain("when: inscrita == 'ANA'");
  expect((await runFunnel(['rename', 'returned:pessoa.quem', 'nome', folder])).code).toBe(0);
  expect(read('pessoa.flow.yaml')).toContain('returns:\n  nome: nome\n  maiusculas: nome | upper');
  expect(read('convite.flow.yaml')).toContain('saveAs: { convidado: nome }');
  expect((await runFunnel(['rename', 'maiusculas', 'alto', folder])).code).toBe(0);
  expect(read('palestra.flow.yaml')).toContain('saveAs: { inscrita: alto }');
  const taken = await runFunnel(['rename', 'returned:pessoa.alto', 'nome', folder]);
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('a value that a flow returns')]);
  expect((await runFunnel(['rename', 'field:pessoa.email', 'correio', folder])).code).toBe(0);
  expect((await runFunnel(['check', folder])).code).toBe(0);
  const used = await runFunnel(['where-used', 'flow:pessoa', folder]);
  expect(used.out).toContain('convite.flow.yaml:14:11  call: pessoa');
});
