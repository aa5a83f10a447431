/** Structured log: a JSON object a line. No bodies, no personal data, no query strings ever reach it. */
import pino from 'pino';
import type { LogLevel } from '../config.ts';

/** What a line says beside its time, level and event. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>> & {
  readonly at?: never;
  readonly level?: never;
  readonly event?: never;
};

export interface Log {
  /** @param event a permanent word for what happened, such as `request` */
  write(level: LogLevel, event: string, fields?: LogFields): void;
  /** Writes out what is still held back. */
  flush(): void;
}

// A write to a pipe blocks the process, so lines go out together; warnings do not wait.
const holdFor = 50;
const holdAtMost = 64 * 1024;

/** Names of fields that would hold personal data or secrets. None is written today; this catches a mistake. */
const confidential = [
  'authorization',
  'body',
  'cookie',
  'email',
  'headers',
  'ip',
  'key',
  'name',
  'password',
  'payload',
  'phone',
  'query',
  'referer',
  'secret',
  'subject',
  'token',
  'userAgent',
  'values',
];

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes whole lines. */
  readonly write: (lines: string) => void;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

export function createLog({ level, write, clock = Date.now }: LogOptions): Log {
  let held = '';
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (held === '') return;
    const lines = held;
    held = '';
    write(lines);
  };
  const logger = pino(
    {
      level,
      // Neither the process nor the host: whoever collects the lines knows both.
      base: null,
      timestamp: () => `,"at":"${new Date(clock()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: confidential, censor: '[redacted]' },
    },
    {
      write(line: string) {
        held += line;
      },
    },
  );
  return {
    write(each, event, fields = {}) {
      logger[each]({ event, ...fields });
      if (held === '') return;
      if (each === 'warn' || each === 'error' || held.length > holdAtMost) flush();
      else timer ??= setTimeout(flush, holdFor);
    },
    flush,
  };
}

/**
 * An error as a log may carry it: its name, its code and where it was thrown. The message stays out, because it may
 * quote what a visitor sent.
 */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    code: typeof code === 'string' ? code : null,
    stack: frames.slice(0, 6).map((line) => line.trim()),
  };
}
