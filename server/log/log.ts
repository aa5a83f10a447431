/** Structured log: one JSON object per line. Never contains bodies, personal data or query strings. */
import pino from 'pino';
import type { LogLevel } from '../config.ts';
import { currentRequest } from './request-scope.ts';

/** The fields of a line besides its time, level and event. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>> & {
  readonly at?: never;
  readonly level?: never;
  readonly event?: never;
};

export interface Log {
  /** @param event a permanent name for what happened, such as `request` */
  write(level: LogLevel, event: string, fields?: LogFields): void;
  /** Writes out the buffered lines. */
  flush(): void;
}

// A write to a pipe blocks the process, so lines are written in batches; warnings do not wait.
const flushDelayMs = 50;
const maxBufferedLength = 64 * 1024;

/** Names of fields that would hold personal data or secrets. No caller logs them today; this catches mistakes. */
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
  /** Receives whole lines. */
  readonly write: (lines: string) => void;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

export function createLog({ level, write, clock = Date.now }: LogOptions): Log {
  let buffer = '';
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (buffer === '') return;
    const lines = buffer;
    buffer = '';
    write(lines);
  };
  let writtenAt = Number.NaN;
  let written = '';
  /** Many lines have the same millisecond. */
  function timestamp(): string {
    const at = clock();
    if (at !== writtenAt) written = `,"at":"${new Date(at).toISOString()}"`;
    writtenAt = at;
    return written;
  }
  const logger = pino(
    {
      level,
      // No process id and no host name: the log collector adds both.
      base: null,
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: confidential, censor: '[redacted]' },
    },
    {
      write(line: string) {
        buffer += line;
      },
    },
  );
  return {
    write(lineLevel, event, fields = {}) {
      const requestId = currentRequest()?.requestId;
      logger[lineLevel]({ event, ...fields, ...(requestId === undefined ? {} : { requestId }) });
      if (buffer === '') return;
      if (lineLevel === 'warn' || lineLevel === 'error' || buffer.length > maxBufferedLength) flush();
      else timer ??= setTimeout(flush, flushDelayMs);
    },
    flush,
  };
}

/**
 * An error as a log may contain it: its name, its code and where it was thrown. The message is left out, because it may
 * quote a visitor's input.
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
