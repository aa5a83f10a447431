/** Written out as a field for each part before it is loaded (`engine/load/short/groups.ts`). */
export { text as contact } from '../text/authoring.ts';
