/** Written out as a choice for each row before it is loaded (`engine/load/short/matrices.ts`). */
export { choice as matrix } from '../choice/authoring.ts';
