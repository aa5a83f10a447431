import type { Template, Text } from '../../schemas/compiled.ts';
import { isObject } from './is-object.ts';

/** A compiled text as an author would recognise it. */
export function shownText(text: unknown): string {
  const flat = (part: unknown): string => {
    if (typeof part === 'string') return part;
    if (Array.isArray(part)) return part.map(flat).join('');
    if (!isObject(part)) return '';
    return 'v' in part ? '…' : flat(part['b'] ?? part['i'] ?? part['a'] ?? '');
  };
  return flat(text as Text | Template).trim();
}
