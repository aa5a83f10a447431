/**
 * Tries the code of a site's own in another process before it runs in this one: code that does not end, or that ends its
 * process, ends the other one only.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { Report } from '../../engine/errors/report.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { SourceText } from '../../engine/load/source/source.ts';
import { fingerprint } from '../disk/fingerprint.ts';

/** What the other process says. */
export type TrialMessage =
  /** It has started. */
  | { readonly says: 'ready' }
  /** The code of this file runs next. */
  | { readonly says: 'begins'; readonly path: string }
  /** All code was run. `strayed`: an error that happened outside of its calls. */
  | { readonly says: 'ended'; readonly problems: readonly AuthorProblem[]; readonly strayed: string | null };

const program = fileURLToPath(new URL('./trial-process.ts', import.meta.url));
/** How long the process may take to start, and one file to run there, in milliseconds: a machine may be busy. */
const clockLimitMs = 30_000;
/** The processor time of one file, in milliseconds. */
const fileLimitMs = 2_000;
const lookMs = 100;
/** Lower than that of the server, and not so low that other programs keep it waiting. */
const priority = 5;
/** Of the process table of Linux; a clock tick has 10 ms. */
const [userTime, systemTime, tickMs] = [11, 12, 10];
const memoryMb = 256;

/** The processor time of a process in milliseconds; null where the system does not say it. */
function processorTimeOf(pid: number): number | null {
  try {
    // What follows the name of the program, which may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[userTime]) + Number(fields[systemTime]);
    return Number.isFinite(ticks) ? ticks * tickMs : null;
  } catch {
    return null;
  }
}

/** Sets of files whose code has run without a mistake. */
const known = new Set<string>();
const mostKnown = 50;

/** Why the code of a file cannot run here. */
type Ending = { readonly path: string | null; readonly reason: string | null };

const problemOf = (files: readonly DefinitionFile[], { path, reason }: Ending): AuthorProblem[] => {
  const file = files.find((each) => each.path === path) ?? files[0];
  if (file === undefined) return [];
  const report = new Report();
  const source = new SourceText(file.path, file.text);
  const place = { offset: Math.max(0, file.text.indexOf('export default')), length: 1 };
  if (reason === null) report.add('extension-slow', source, place, {});
  else report.add('extension-broken', source, place, { reason });
  return [...report.problems];
};

export interface TrialResult {
  readonly problems: readonly AuthorProblem[];
  /** Whether all code was run: what has no problem may run in this process. */
  readonly isWhole: boolean;
}

/** Runs the code of files elsewhere. */
export async function tryExtensions(files: readonly DefinitionFile[]): Promise<TrialResult> {
  const key = fingerprint(JSON.stringify(files.map(({ path, text }) => [path, text])));
  if (files.length === 0 || known.has(key)) return { problems: [], isWhole: true };
  const result = await runElsewhere(files);
  if (result.problems.length > 0) return result;
  known.add(key);
  for (const old of [...known].slice(0, -mostKnown)) known.delete(old);
  return result;
}

function runElsewhere(files: readonly DefinitionFile[]): Promise<TrialResult> {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      // Visitors come first.
      if (child.pid !== undefined) setPriority(child.pid, priority);
    } catch {
      // It has ended already, which is reported below.
    }
    let path: string | null = null;
    let timer: NodeJS.Timeout | undefined;
    const settle = (problems: readonly AuthorProblem[], isWhole = false): void => {
      clearInterval(timer);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      resolve({ problems, isWhole });
    };
    /** Looks at the process until it has used up its time. */
    const limit = (processorMs: number): void => {
      clearInterval(timer);
      const spent = (): number | null => processorTimeOf(child.pid ?? 0);
      const [begun, before] = [performance.now(), spent() ?? 0];
      timer = setInterval(() => {
        const clockMs = performance.now() - begun;
        const used = spent();
        if (clockMs > clockLimitMs || (used === null ? clockMs / 2 : used - before) > processorMs)
          settle(problemOf(files, { path, reason: null }));
      }, lookMs);
    };
    const ended = (what: string): void =>
      settle(problemOf(files, { path, reason: `The process that tried it ended (${what}).` }));
    child.on('message', (message: TrialMessage) => {
      if (message.says === 'ready') child.send(files);
      else if (message.says === 'begins') path = message.path;
      else if (message.strayed === null || message.problems.length > 0)
        return settle(message.problems, message.strayed === null);
      else return settle(problemOf(files, { path, reason: `${message.strayed}, after it had ended.` }));
      limit(fileLimitMs);
    });
    child.once('error', (error: NodeJS.ErrnoException) => ended(error.code ?? error.name));
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    limit(clockLimitMs);
  });
}
