/** The marks before points. */
import type { Marker, Tone } from '../../schemas/generated/types.ts';

/** The author's mark, or a cross in a warning tone. Not in `Points`, whose code not every island includes. */
export const markOf = <Mark extends string = Marker>({ marker, tone }: { marker?: Mark; tone?: Tone }) =>
  marker ?? (tone === 'danger' || tone === 'warning' ? 'cross' : undefined);
