/**
 * A process that is killed in tests: its loops submit to a SQLite store without pause. Prints `sent <key>` before a
 * submission and `ack <key>` after its acknowledgement; after a failure of the store `failed <code>`, and then `later
 * <code>` for each later call. With `early` it prints the acknowledgement before the commit: a bug that the tests must
 * detect.
 *
 * node test/faults/writer.ts <folder> <key prefix> [early]
 */
import { writeSync } from 'node:fs';
import { StoreError } from '../../server/store/errors.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { submissionOf } from '../contracts/store/submissions.ts';
import { WRITER_LOOPS } from './rounds.ts';

const [dir = '', prefix = '', mode] = process.argv.slice(2);
let fatal = 0;
const store = await openSqliteStore({ dir, onFatal: () => fatal++ });

// Synchronous, so that the parent gets every printed line even if the process is killed.
const print = (line: string) => writeSync(1, `${line}\n`);
const codeOf = (error: unknown) => (error instanceof StoreError ? error.code : String(error));

async function loop(name: number): Promise<void> {
  for (let count = 0; ; count++) {
    const key = `${prefix}-${name}-${count}`;
    print(`sent ${key}`);
    if (mode === 'early') print(`ack ${key}`);
    await store.submit(submissionOf(key));
    if (mode !== 'early') print(`ack ${key}`);
  }
}

const loops = Array.from({ length: WRITER_LOOPS }, (_, name) => loop(name));
for (const { reason } of (await Promise.allSettled(loops)) as PromiseRejectedResult[])
  print(`failed ${codeOf(reason)}`);

const calls = [() => store.submit(submissionOf('later')), () => store.probe(), () => store.count('diagnosticos')];
for (const call of calls) {
  const result = await call().then(() => 'kept', codeOf);
  print(`later ${result}`);
}
await store.close();
print(`fatal ${fatal}`);
