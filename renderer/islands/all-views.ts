/** The chunk that carries every view. */
export { blockViews } from '../blocks/generated/views.ts';
