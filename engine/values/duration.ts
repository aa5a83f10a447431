import type { Wait } from '../../schemas/compiled.ts';

/** Parses `600ms` or `1.5s` to whole milliseconds. The schema has checked the syntax. */
export function parseDuration(text: string): number {
  const seconds = !text.endsWith('ms');
  return Math.round(Number.parseFloat(text) * (seconds ? 1000 : 1));
}

/** Parses `600ms` or `3500ms to 4500ms`. */
export function parseWait(text: string): Wait {
  const [from = '', to = from] = text.split(' to ');
  return { from: parseDuration(from), to: parseDuration(to) };
}
