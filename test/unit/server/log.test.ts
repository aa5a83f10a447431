/** The log: its lines, when they are written, and what is never logged. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogLevel } from '../../../server/config.ts';
import { createLog } from '../../../server/log/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function logging(level: LogLevel = 'info') {
  const written: string[] = [];
  const log = createLog({ level, write: (lines) => written.push(lines), clock: () => Date.UTC(2026, 0, 2) });
  const lines = (): unknown[] =>
    written
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { log, written, lines };
}

test('a line is one JSON object with its time, level and event, followed by its fields', () => {
  const { log, written } = logging();
  log.write('warn', 'data-exposed', { paths: ['a', 'b'], others: 2, visit: null, whole: true });
  expect(written.join('')).toMatch(/^\{[^\n]*\}\n$/);
  expect(JSON.parse(written.join(''))).toEqual({
    at: '2026-01-02T00:00:00.000Z',
    level: 'warn',
    event: 'data-exposed',
    paths: ['a', 'b'],
    others: 2,
    visit: null,
    whole: true,
  });
  expect(written.join('')).toContain('"event":"data-exposed","paths":["a","b"],"others":2');
});

test('lines below the level are omitted', () => {
  const { log, lines } = logging('warn');
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log.write(level, 'some-event');
  expect(lines()).toMatchObject([{ level: 'warn' }, { level: 'error' }]);
});

test('info lines are buffered; a warning is written at once, after the lines before it', () => {
  const { log, written } = logging();
  log.write('info', 'first');
  log.write('info', 'second');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(60);
  expect(written).toHaveLength(1);
  log.write('info', 'third');
  log.write('error', 'fourth');
  expect(written).toHaveLength(2);
  expect(written[1]?.trim().split('\n')).toHaveLength(2);
});

test('the buffer is written by a flush, once, and by itself when it is large', () => {
  const { log, written } = logging();
  log.write('info', 'last');
  log.flush();
  log.flush();
  vi.advanceTimersByTime(60);
  expect(written).toHaveLength(1);
  log.write('info', 'long', { text: 'x'.repeat(70_000) });
  expect(written).toHaveLength(2);
});

test('a field that would hold personal data or a secret is redacted', () => {
  const { log, lines } = logging();
  log.write('error', 'mistaken', { email: 'ana@x.example', cookie: 'owner=1', query: 'wa=11987654321', path: '/quiz' });
  expect(lines()).toMatchObject([{ email: '[redacted]', cookie: '[redacted]', query: '[redacted]', path: '/quiz' }]);
});
