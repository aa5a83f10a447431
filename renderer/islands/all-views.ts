/** The chunk that carries every view. */
export { blockViews } from '../blocks/registry.ts';
