/** What stands before points. */
import type { Marker, Tone } from '../../schemas/generated/types.ts';

/** As the author says, else a cross where the tone warns. Apart from `Points`: islands draw without it. */
export const markOf = <Mark extends string = Marker>({ marker, tone }: { marker?: Mark; tone?: Tone }) =>
  marker ?? (tone === 'danger' || tone === 'warning' ? 'cross' : undefined);
