import type { Authoring } from '../kinds/authoring.ts';
import { text } from '../text/authoring.ts';

/** Written out as a field for each part before it is loaded (`engine/load/short/groups.ts`). */
export const contact: Authoring<'contact', 'text'> = text;
