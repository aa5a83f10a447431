/** Tests leave no files behind in the system's temporary folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import setUpTemporaryFolder from '../../harness/temporary-folder.ts';

test('the temporary folder of tests and their commands is one of the run', () => {
  expect(tmpdir()).toMatch(/funnel-tests-\w+$/);
  const ofCommand = execFileSync(process.execPath, ['-p', 'os.tmpdir()'], { encoding: 'utf8' }).trim();
  expect(ofCommand).toBe(tmpdir());
});

test('the folder of a run is removed with what tests left in it, and the one before is back', () => {
  const before = tmpdir();
  const parent = mkdtempSync(join(before, 'run-'));
  process.env['TMPDIR'] = parent;
  try {
    const remove = setUpTemporaryFolder();
    const left = mkdtempSync(join(tmpdir(), 'left-'));
    writeFileSync(join(left, 'file.txt'), '');
    expect(readdirSync(parent)).toHaveLength(1);
    remove();
    expect([existsSync(left), readdirSync(parent), tmpdir()]).toEqual([false, [], parent]);
  } finally {
    process.env['TMPDIR'] = before;
    rmSync(parent, { recursive: true, force: true });
  }
});
