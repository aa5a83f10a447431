import { classes } from './classes.ts';
import type { options } from './recipes/options.ts';

const c = classes<typeof options>('options');

/** The class of options with letters, after a space; empty where keys choose none. */
export const lettersClass = ({ advance }: { readonly advance?: unknown }): string =>
  advance ? ` ${c('letters')}` : '';
