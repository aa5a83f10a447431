/** Tokens of the admin port, and the commands that manage them. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToken, createTokenCheck, isScope, listTokens, tokenFolder } from '../../../server/admin/tokens.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tokens-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const at = Date.UTC(2026, 0, 2);
const file = (): string => join(dir, 'tokens.json');

test('a token is stored as a hash, in a file that only its owner can read', async () => {
  const secret = (await createToken(tokenFolder(dir), 'crm', ['leads:read'], at)) as string;
  expect(secret).toMatch(/^fnl_[\w-]{43}$/);
  expect(readFileSync(file(), 'utf8')).not.toContain(secret.slice(4));
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await listTokens(tokenFolder(dir))).toEqual([
    { name: 'crm', scopes: ['leads:read'], created: '2026-01-02T00:00:00.000Z' },
  ]);
});

test('a name is used once, and a check follows every change of the file', async () => {
  const check = createTokenCheck(tokenFolder(dir));
  expect(await check.scopesOf('fnl_any')).toBeNull();
  const one = (await createToken(tokenFolder(dir), 'one', ['leads:read'], at)) as string;
  expect(await check.scopesOf(one)).toEqual(['leads:read']);
  expect(await createToken(tokenFolder(dir), 'one', ['leads:read'], at)).toBeNull();
  const two = (await createToken(tokenFolder(dir), 'two', ['leads:read:a', 'leads:read:b'], at)) as string;
  expect(await check.scopesOf(two)).toEqual(['leads:read:a', 'leads:read:b']);
  expect(await tokenFolder(dir).remove('one')).toBe(true);
  expect([await check.scopesOf(one), await tokenFolder(dir).remove('one')]).toEqual([null, false]);
  expect(await check.scopesOf(two)).not.toBeNull();
});

test.each(['{', '{}', '[{"name":"a"}]', '[{"name":"a","created":"b","sha256":"c","scopes":["all"]}]'])(
  'a file that contains %s is reported, and not overwritten',
  async (text) => {
    writeFileSync(file(), text);
    await expect(createToken(tokenFolder(dir), 'x', ['leads:read'], at)).rejects.toThrow('does not contain tokens');
    await expect(createTokenCheck(tokenFolder(dir)).scopesOf('fnl_x')).rejects.toThrow('does not contain tokens');
    expect(readFileSync(file(), 'utf8')).toBe(text);
  },
);

test.each([
  ['leads:read', true],
  ['leads:read:workshop_leads', true],
  ['leads:read:', false],
  ['leads:write', false],
  ['', false],
])('%j is a scope: %s', (text, valid) => expect(isScope(text)).toBe(valid));
