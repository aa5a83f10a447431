/** What a page knows of itself while it is read: `page.…` in the `when` of its blocks. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { Type } from '../expressions/types.ts';
import { namesIn } from '../session/scope.ts';

const number: Type = { kind: 'number' };
const maybeText: Type = { kind: 'string', optional: true };

/** The type of `page`: percentages from 0 to 100, whole seconds, the number of actions pressed. */
export const pageType: Type = {
  kind: 'record',
  fields: {
    scroll: number,
    section: { kind: 'string' },
    device: { kind: 'enum', values: ['phone', 'desktop'] },
    seconds: number,
    video: number,
    pressed: number,
    query: { kind: 'record', fields: { src: maybeText, delay: maybeText } },
  },
};

/** What `page` is before anything has happened; a server draws a page with it. */
export const firstSignals = {
  scroll: 0,
  section: '',
  device: 'phone',
  seconds: 0,
  video: 0,
  pressed: 0,
  query: { src: null, delay: null },
} as const satisfies Readonly<Record<string, Json>>;

/** Whether compiled code depends on what happens on the page. */
export const readsSignals = (code: Code | undefined): boolean => code !== undefined && namesIn(code).includes('page');
