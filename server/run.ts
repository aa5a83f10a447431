/** The life of a server process: environment, signals, the way out. */
import { writeSync } from 'node:fs';
import type { PageRenderer } from '../renderer/contract.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DefinitionsRefused } from './definitions/keeper.ts';
import { loadFolder } from './definitions/load.ts';
import { createLog, errorFields, type Log } from './log/log.ts';
import { type RunningServer, type ServerOptions, startServer } from './start.ts';

export interface RunOptions extends Pick<ServerOptions, 'openStore'> {
  readonly loadRenderer: (config: Config) => PageRenderer | Promise<PageRenderer>;
  /** Folder of the build's hashed files. */
  readonly builtDir: string;
}

// Whatever has been answered is durable; this only bounds how long others wait for the restart.
const patienceAfterFailure = 2000;
const patience = 10_000;
// Beyond the patience with requests: closing the store, and the threads that still read a file.
const patienceAtTheEnd = 3000;

/** Writes at once: what is said last must be out before the process ends. */
function write(stream: 1 | 2, text: string): void {
  try {
    writeSync(stream, text);
  } catch {
    // Nobody reads the log; visitors are served nonetheless.
  }
}

/**
 * Runs a server until a signal (exit 0), or until something fails that only a restart can mend (exit 1). A start that
 * cannot be made says why on stderr and exits 1.
 */
export async function runServer(options: RunOptions): Promise<void> {
  // Every file this process creates holds, or may come to hold, personal data.
  process.umask(0o077);
  try {
    const config = readConfig(process.env, process.cwd());
    const log = createLog({ level: config.logLevel, write: (lines) => write(1, lines) });
    await live(config, log, options);
  } catch (error) {
    if (error instanceof ConfigError) write(2, `${error.faults.join('\n')}\n`);
    // Its problems have been shown with their frames.
    else if (error instanceof DefinitionsRefused) write(2, `Failed to start: ${error.message}\n`);
    else write(2, `Failed to start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Ends the process. Its end waits for the threads that read files, and a read that hangs never returns: then only the
 * system can end it.
 */
function leave(code: number, log: Log): void {
  const isReading = (): boolean => process.getActiveResourcesInfo().some((name) => /^FSReq/.test(name));
  const until = performance.now() + 1000;
  const look = (): void => {
    if (!isReading()) {
      log.flush();
      process.exit(code);
    }
    if (performance.now() < until) return void setTimeout(look, 50);
    log.write('warn', 'killed-itself', { reason: 'a read hangs', code });
    log.flush();
    process.kill(process.pid, 'SIGKILL');
  };
  look();
}

async function live(config: Config, log: Log, { loadRenderer, ...options }: RunOptions): Promise<void> {
  let running: RunningServer | null = null;
  let ending = false;

  const end = async (code: number, forRequests = patience): Promise<void> => {
    if (ending) return;
    ending = true;
    const deadline = setTimeout(() => {
      log.write('error', 'stop-failed', { reason: 'deadline' });
      leave(1, log);
    }, forRequests + patienceAtTheEnd);
    let outcome = code;
    try {
      const whole = await running?.stop(forRequests);
      log.write('info', 'stopped', { whole: whole ?? true });
    } catch (error) {
      log.write('error', 'stop-failed', errorFields(error));
      outcome = 1;
    }
    clearTimeout(deadline);
    leave(outcome, log);
  };
  // What is under way may rest on anything by then: what can be answered is, and the next process starts afresh.
  const crash = (event: string, error: unknown): void => {
    log.write('error', event, errorFields(error));
    void end(1, patienceAfterFailure);
  };
  process.on('uncaughtException', (error) => crash('uncaught', error));
  process.on('unhandledRejection', (error) => crash('unhandled', error));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // Under npm the process ends with its parent: npm passes a signal to its shell alone, and a kill to nobody.
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
    load: (folder, at) => loadFolder(folder, { at }),
    show: (text) => write(2, text),
    fatal: () => void end(1, patienceAfterFailure),
  });
}
