import { date } from '../date/authoring.ts';
import type { Authoring } from '../kinds/authoring.ts';

/** Written out as two dates before it is loaded (`engine/load/short/periods.ts`). */
export const dateRange: Authoring<'date-range', 'text'> = date;
