/** `funnel messages`: the engine's own texts, as `site.yaml` replaces them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { messagesFor } from '../../../engine/messages/catalogue.ts';
import { runFunnel } from '../../harness/funnel-command.ts';

const base = new URL('../../fixtures/base/', import.meta.url).pathname;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The base site's settings in a language, with texts of its own. */
function writeSite(locale: string, messages = ''): void {
  const text = readFileSync(join(base, 'site.yaml'), 'utf8').replace(/^locale: .*$/m, `locale: ${locale}`);
  writeFileSync(join(folder, 'site.yaml'), text + messages);
}

test('prints the texts that the site does not replace, in its language', async () => {
  writeSite('es-MX', 'messages: { close: Cierra }\n');
  const { code, out } = await runFunnel(['messages', folder]);
  const { close: _, ...others } = messagesFor({ locale: 'es' });
  expect([code, parse(out)]).toEqual([0, { messages: others }]);
  expect(out).not.toContain('#');
});

test('marks the texts that are not in the language of the site: with them site.yaml has no warning', async () => {
  writeSite('fr-FR', 'messages: { close: Fermer }\n');
  const { out: before } = await runFunnel(['check', folder]);
  expect(before).toContain('messages-missing');
  const { out } = await runFunnel(['messages', folder]);
  const lines = out.trim().split('\n').slice(1);
  for (const line of lines) expect(line).toMatch(/^ {2}\w+: .* # to translate$/);
  expect(lines).toHaveLength(Object.keys(messagesFor({ locale: 'en' })).length - 1);
  writeSite('fr-FR', `messages:\n  close: Fermer\n${lines.join('\n')}\n`);
  const { out: after } = await runFunnel(['check', folder]);
  expect(after).not.toContain('messages-missing');
});

test('refuses a folder without a valid site.yaml', async () => {
  expect(await runFunnel(['messages', folder])).toMatchObject({ code: 2, out: '' });
  expect(await runFunnel(['messages', join(folder, 'none')])).toMatchObject({ code: 2, out: '' });
  expect(await runFunnel(['messages', folder, 'more'])).toMatchObject({ code: 2, out: '' });
});
