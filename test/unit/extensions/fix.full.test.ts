/** `funnel check --fix` knows the extensions of the site: it does not take them for misspelt ones. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFunnel } from '../../harness/funnel-command.ts';
import { projectRoot } from '../../harness/site-server.ts';

const home = mkdtempSync(join(tmpdir(), 'fix-extensions-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
cpSync(join(projectRoot, 'test/fixtures/extensions'), home, { recursive: true });

test('check --fix leaves extensions of the site as they are', async () => {
  const { code, out } = await runFunnel(['check', '--fix', '--dry-run', join(home, 'funnels')]);
  expect([code, out]).toEqual([0, expect.stringContaining('0 errors')]);
  expect(out).not.toContain('cadastro.funnel.yaml\n');
});
