/** Starts the writer, parses its output, and compares it with the store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { StoredRecord } from '../../server/store/types.ts';
import { submissionOf } from '../contracts/store/submissions.ts';

/** Concurrent loops in one writer. */
export const WRITER_LOOPS = 32;

const WRITER = join(import.meta.dirname, 'writer.ts');

export interface Printed {
  readonly sent: readonly string[];
  readonly ack: readonly string[];
  readonly failed: readonly string[];
  readonly later: readonly string[];
  readonly fatal: readonly string[];
}

export interface Round {
  readonly child: ChildProcess;
  /** The writer's output so far. */
  printed(): Printed;
  readonly ended: Promise<void>;
}

/**
 * Starts a writer whose output goes to a file: unlike a pipe, a file accepts every line and outlives the process.
 * @param wrapper a command that runs the writer, such as strace with its options
 */
export function startWriter(
  data: string,
  output: string,
  args: readonly string[],
  wrapper: readonly string[] = [],
): Round {
  const descriptor = openSync(output, 'w');
  const [command = '', ...rest] = [...wrapper, process.execPath, WRITER, data, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', descriptor, 'inherit'] });
  closeSync(descriptor);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', reject);
  });
  return { child, ended, printed: () => parse(readFileSync(output, 'utf8')) };
}

function parse(text: string): Printed {
  const printed = {
    sent: [] as string[],
    ack: [] as string[],
    failed: [] as string[],
    later: [] as string[],
    fatal: [] as string[],
  };
  // The last element is empty, or an incomplete line.
  for (const line of text.split('\n').slice(0, -1)) {
    const [kind, value] = line.split(' ') as [keyof Printed, string];
    printed[kind].push(value);
  }
  return printed;
}

export interface Verdict {
  /** Acknowledged, but not in the store. */
  readonly lost: string[];
  /** In the store more than once. */
  readonly twice: string[];
  /** In the store, but not acknowledged. */
  readonly unacknowledged: string[];
  /** Acknowledged keys that got no replay when they were sent again. */
  readonly notReplayed: string[];
  /** Sent keys that are not stored exactly once after all of them were sent again. */
  readonly notOnceAfterRetry: string[];
}

/** Opens the writer's store, compares it with the writer's output, and sends every key again. */
export async function inspect(data: string, { sent, ack }: Printed): Promise<Verdict> {
  const store = await openSqliteStore({ dir: data });
  try {
    const before = countByKey(await store.list('diagnosticos', { limit: 1_000_000 }));
    const acknowledged = new Set(ack);
    const answers = await Promise.all(sent.map(async (key) => ({ key, ...(await store.submit(submissionOf(key))) })));
    const after = countByKey(await store.list('diagnosticos', { limit: 1_000_000 }));
    return {
      lost: ack.filter((key) => !before.has(key)),
      twice: [...before].filter(([, count]) => count > 1).map(([key]) => key),
      unacknowledged: sent.filter((key) => before.has(key) && !acknowledged.has(key)),
      notReplayed: answers
        .filter(({ key, outcome }) => acknowledged.has(key) && outcome !== 'replayed')
        .map(({ key }) => key),
      notOnceAfterRetry: sent.filter((key) => after.get(key) !== 1),
    };
  } finally {
    await store.close();
  }
}

function countByKey(records: readonly StoredRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subject } of records) {
    const key = subject?.replace('uid-', '') ?? '';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
