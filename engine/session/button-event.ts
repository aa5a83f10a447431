import { postedNames } from '../flow/post-names.ts';
import type { FlowEvent } from '../steps/screen.ts';

/** The event of a button: of one that is pressed on a page, and of one that a page without JavaScript posts. Null for any other. */
export function buttonEvent({ name, value }: { readonly name: string; readonly value: unknown }): FlowEvent | null {
  if (name !== postedNames.event || typeof value !== 'string') return null;
  if (value === 'previous') return { type: 'PREVIOUS' };
  return value.startsWith('on.') ? { type: 'on', name: value.slice('on.'.length) } : null;
}
