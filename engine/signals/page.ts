/** The state of a page while it is open: `page.…` in the `when` of blocks. */
import type { Types } from '../expressions/expression.ts';
import type { Type } from '../expressions/types.ts';

/** The state of a page at a moment. Only a browser knows it; the server renders the initial state. */
export type PageSignals = {
  /** The scroll position, as a percentage. */
  readonly scroll: number;
  /** The id of the section at the top of the screen; empty above the first one. */
  readonly section: string;
  readonly device: 'phone' | 'desktop';
  /** Whole seconds since the page was opened. */
  readonly seconds: number;
  /** The highest percentage that was played of any video. */
  readonly video: number;
  /** The number of actions that the visitor has pressed. */
  readonly pressed: number;
  /** Some parameters of the address; null if absent. */
  readonly query: { readonly src: string | null; readonly delay: string | null };
};

/** The state of a page before any interaction. The server renders with it. */
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

/** The additional names that the `when` of a block can read. */
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
