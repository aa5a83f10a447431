/** What a page knows of itself while it is read: `page.…` in the `when` of blocks. */
import type { Types } from '../expressions/expression.ts';
import type { Type } from '../expressions/types.ts';

/** What a page is like at a moment. Only a browser knows it; the server draws what holds at first. */
export type PageSignals = {
  /** How far the page is scrolled, in percent of the way. */
  readonly scroll: number;
  /** The id of the section at the top of the screen; empty above the first. */
  readonly section: string;
  readonly device: 'phone' | 'desktop';
  /** Whole seconds since the page was opened. */
  readonly seconds: number;
  /** How much of a video has been played, in percent; the most of all videos. */
  readonly video: number;
  /** How many actions were pressed. */
  readonly pressed: number;
  /** Some parameters of the address; null where it has none of that name. */
  readonly query: { readonly src: string | null; readonly delay: string | null };
};

/** A page that nobody has done anything on; a server draws a page with it. */
export const firstSignals: PageSignals = {
  scroll: 0,
  section: '',
  device: 'phone',
  seconds: 0,
  video: 0,
  pressed: 0,
  query: { src: null, delay: null },
};

const number: Type = { kind: 'number' };
const maybeText: Type = { kind: 'string', optional: true };

/** The names that the `when` of a block can read beside its others. */
export const signalTypes: Types = {
  page: {
    kind: 'record',
    fields: {
      scroll: number,
      section: { kind: 'string' },
      device: { kind: 'enum', values: ['phone', 'desktop'] },
      seconds: number,
      video: number,
      pressed: number,
      query: { kind: 'record', fields: { src: maybeText, delay: maybeText } },
    } satisfies Record<keyof PageSignals, Type>,
  },
};
