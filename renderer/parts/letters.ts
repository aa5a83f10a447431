import { classes } from './classes.ts';
import type { letters } from './recipes/letters.ts';

const c = classes<typeof letters>('letters');

/** The class of options with letters, after a space; empty where keys choose none. */
export const lettersClass = ({ advance }: { readonly advance?: unknown }): string => (advance ? ` ${c('root')}` : '');
