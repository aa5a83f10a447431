import { choice } from '../choice/authoring.ts';
import type { Authoring } from '../kinds/authoring.ts';

/** Written out as a choice for each row before it is loaded (`engine/load/short/matrices.ts`). */
export const matrix: Authoring<'matrix', 'choice'> = choice;
