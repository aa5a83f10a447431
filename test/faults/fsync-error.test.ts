/** One fsync fails (EIO, injected by strace): the store fails for good, although the next fsync would succeed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { DATABASE_FILE } from '../../server/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { inspect, type Printed, startWriter, WRITER_LOOPS } from './rounds.ts';

/** Runs the writer until the n-th fsync of one of its files fails, and returns what it printed. */
async function writerWithFailingSync(context: TestContext, file: string, nth: number) {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'pipe' });
  } catch {
    context.skip('strace is not installed, or may not trace here');
  }
  const folder = mkdtempSync(join(tmpdir(), 'fsync-error-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  await (await openSqliteStore({ dir: data })).close();

  const trace = join(folder, 'trace');
  const only = ['-e', 'trace=fsync,fdatasync', '-P', join(data, file)];
  const fail = ['-e', `inject=fsync,fdatasync:error=EIO:when=${nth}`];
  const writer = startWriter(
    data,
    join(folder, 'out.txt'),
    ['io'],
    ['strace', '-f', '-qq', '-o', trace, ...only, ...fail],
  );
  await writer.ended;
  expect(readFileSync(trace, 'utf8').match(/EIO.*INJECTED/g)).toHaveLength(1);
  return { printed: writer.printed(), data };
}

async function expectOver(printed: Printed, data: string): Promise<void> {
  expect(printed.failed).toEqual(Array(WRITER_LOOPS).fill('STORE_FAILED'));
  expect(printed.later).toEqual(['STORE_FAILED', 'STORE_FAILED', 'STORE_FAILED']);
  expect(printed.fatal).toEqual(['1']);
  const verdict = await inspect(data, printed);
  expect(verdict).toEqual({ ...verdict, lost: [], twice: [], notReplayed: [], notOnceAfterRetry: [] });
}

test('of a commit is not retried, and every batch has its own fsync', {
  timeout: 180_000,
}, async (context) => {
  const { printed, data } = await writerWithFailingSync(context, `${DATABASE_FILE}-wal`, 10);

  await expectOver(printed, data);
  // Fewer fsyncs than this number of acknowledgements: group commit works. At most one batch of acknowledgements per
  // fsync: synchronous=FULL (with NORMAL this run acknowledged 1,920).
  expect(printed.ack.length).toBeGreaterThan(WRITER_LOOPS);
  expect(printed.ack.length).toBeLessThanOrEqual(10 * WRITER_LOOPS);
});

test('of a checkpoint is not retried', { timeout: 180_000 }, async (context) => {
  const { printed, data } = await writerWithFailingSync(context, DATABASE_FILE, 3);

  await expectOver(printed, data);
  expect(printed.ack.length).toBeGreaterThan(10 * WRITER_LOOPS);
});
