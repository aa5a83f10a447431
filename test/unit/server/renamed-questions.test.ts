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
