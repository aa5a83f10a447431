/** `npm run serve`: one process with the definitions of a folder and an embedded database. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { DefinitionsRefused } from './definitions/keeper.ts';
import { loadFolder } from './definitions/load.ts';
import { createLog, errorFields } from './log/log.ts';
import { loadRenderer } from './pages/render.ts';
import { type RunningServer, startServer } from './start.ts';
import { tracesPath } from './traces/sink.ts';

// Whatever has been answered is durable; this only bounds how long others wait for the restart.
const patienceAfterFailure = 2000;

/** Writes at once: what is said last must be out before the process ends. */
const write = (stream: 1 | 2, text: string): void => {
  try {
    writeSync(stream, text);
  } catch {
    // Nobody reads the log; visitors are served nonetheless.
  }
};

const dist = join(import.meta.dirname, '..', 'dist');

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const log = createLog({ level: config.logLevel, write: (lines) => write(1, lines) });
  let running: RunningServer | null = null;
  let ending = false;

  const end = async (code: number, patience?: number): Promise<void> => {
    if (ending) return;
    ending = true;
    let outcome = code;
    try {
      const whole = await running?.stop(patience);
      log.write('info', 'stopped', { whole: whole ?? true });
    } catch (error) {
      log.write('error', 'stop-failed', errorFields(error));
      outcome = 1;
    }
    log.flush();
    process.exit(outcome);
  };
  const crash = (event: string, error: unknown): void => {
    log.write('error', event, errorFields(error));
    // What is under way may rest on anything by now: answer what can be answered and start afresh.
    void end(1, patienceAfterFailure);
  };
  process.on('uncaughtException', (error) => crash('uncaught', error));
  process.on('unhandledRejection', (error) => crash('unhandled', error));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));

  const server = await startServer({
    config,
    log,
    renderer: await loadRenderer(dist, config.traces ? tracesPath : null),
    load: () => loadFolder(config.funnelsDir),
    builtDir: join(dist, 'client', 'assets'),
    show: (text) => write(2, text),
    fatal: () => void end(1, patienceAfterFailure),
  });
  running = server;
  // A signal that came while it started found nothing to stop.
  if (ending) await server.stop(0);
}

try {
  await main();
} catch (error) {
  if (error instanceof ConfigError) write(2, `${error.faults.join('\n')}\n`);
  // Its problems have been shown with their frames.
  else if (error instanceof DefinitionsRefused) write(2, `Not started: ${error.message}\n`);
  else write(2, `Not started: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
