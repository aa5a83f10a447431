/** The life of a server process: environment, signals, shutdown. */
import { writeSync } from 'node:fs';
import type { PageRenderer } from '../renderer/contract.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createFolderLoader } from './definitions/load.ts';
import { DefinitionsRefused } from './definitions/refusal.ts';
import { startWatchdog } from './extensions/watchdog.ts';
import { createLog, errorFields, type Log } from './log/log.ts';
import { type RunningServer, type ServerOptions, startServer } from './start.ts';

export interface RunOptions extends Pick<ServerOptions, 'openStore'> {
  readonly loadRenderer: (config: Config) => PageRenderer | Promise<PageRenderer>;
  /** Folder of the build's hashed files. */
  readonly builtDir: string;
}

// Everything acknowledged is durable; this only limits how long the restart waits for open requests.
const failureTimeoutMs = 2000;
const stopTimeoutMs = 10_000;
// Added to the time for requests: closing the store, and the threads that still read a file.
const closeTimeoutMs = 3000;

/** Writes synchronously: the last message must be out before the process ends. */
function write(stream: 1 | 2, text: string): void {
  try {
    writeSync(stream, text);
  } catch {
    // The log's reader is gone. The server keeps serving visitors.
  }
}

/**
 * Runs a server until a signal (exit 0), or until a failure that only a restart can fix (exit 1). A failed start prints
 * the reason on stderr and exits 1.
 */
export async function runServer(options: RunOptions): Promise<void> {
  // Every file this process creates may hold personal data.
  process.umask(0o077);
  try {
    const config = readConfig(process.env, process.cwd());
    const log = createLog({ level: config.logLevel, write: (lines) => write(1, lines) });
    await serve(config, log, options);
  } catch (error) {
    if (error instanceof ConfigError) write(2, `${error.faults.join('\n')}\n`);
    // Its problems are already printed with their code frames.
    else if (error instanceof DefinitionsRefused) write(2, `Failed to start: ${error.message}\n`);
    else write(2, `Failed to start: ${error instanceof Error ? error.message : String(error)}\n`);
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE')
      write(2, 'Another program uses this port. Stop it, or choose another port, such as PORT=3001.\n');
    process.exit(1);
  }
}

/**
 * Ends the process. `process.exit` waits for the threads that read files, and a read that hangs never returns; then
 * only SIGKILL ends the process.
 */
function exit(code: number, log: Log): void {
  const isReading = (): boolean => process.getActiveResourcesInfo().some((name) => /^FSReq/.test(name));
  const until = performance.now() + 1000;
  const poll = (): void => {
    if (!isReading()) {
      log.flush();
      process.exit(code);
    }
    if (performance.now() < until) return void setTimeout(poll, 50);
    log.write('warn', 'killed-itself', { reason: 'a read hangs', code });
    log.flush();
    process.kill(process.pid, 'SIGKILL');
  };
  poll();
}

async function serve(config: Config, log: Log, { loadRenderer, ...options }: RunOptions): Promise<void> {
  let running: RunningServer | null = null;
  let ending = false;

  const end = async (code: number, requestTimeoutMs = stopTimeoutMs): Promise<void> => {
    if (ending) return;
    ending = true;
    const deadline = setTimeout(() => {
      log.write('error', 'stop-failed', { reason: 'deadline' });
      exit(1, log);
    }, requestTimeoutMs + closeTimeoutMs);
    let outcome = code;
    try {
      const clean = await running?.stop(requestTimeoutMs);
      log.write('info', 'stopped', { whole: clean ?? true });
    } catch (error) {
      log.write('error', 'stop-failed', errorFields(error));
      outcome = 1;
    }
    clearTimeout(deadline);
    exit(outcome, log);
  };
  // The process may be in any state now: finish the open requests where possible, and let the next process start
  // afresh.
  const crash = (event: string, error: unknown): void => {
    log.write('error', event, errorFields(error));
    void end(1, failureTimeoutMs);
  };
  process.on('uncaughtException', (error) => crash('uncaught', error));
  process.on('unhandledRejection', (error) => crash('unhandled', error));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // Under npm, the process watches its parent: npm forwards a signal only to its shell, and a kill to nobody.
  const parent = process.ppid;
  const watchParent = (): void => {
    if (process.ppid !== parent) void end(0);
  };
  if (process.env['npm_lifecycle_event'] !== undefined) setInterval(watchParent, 250).unref();

  running = await startServer({
    ...options,
    config,
    log,
    renderer: await loadRenderer(config),
    load: createFolderLoader(true),
    watchProcess: startWatchdog,
    show: (text) => write(2, text),
    fatal: () => void end(1, failureTimeoutMs),
  });
  // For a person who has started it. The log is for programs.
  if (process.env['NODE_ENV'] !== 'production') write(2, `The site is at http://localhost:${running.port}\n`);
}
