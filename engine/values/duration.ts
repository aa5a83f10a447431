import type { Wait } from '../../schemas/compiled.ts';

/** `600ms` or `1.5s` in whole milliseconds. Its form has been checked by the schema. */
export function parseDuration(text: string): number {
  const seconds = !text.endsWith('ms');
  return Math.round(Number.parseFloat(text) * (seconds ? 1000 : 1));
}

/** `600ms` or `3500ms to 4500ms`. */
export function parseWait(text: string): Wait {
  const [from = '', to = from] = text.split(' to ');
  return { from: parseDuration(from), to: parseDuration(to) };
}
