/** Written out as two dates before it is loaded (`engine/load/short/periods.ts`). */
export { date as dateRange } from '../date/authoring.ts';
