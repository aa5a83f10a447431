import type { BlockView } from '../view.ts';

/** The loader puts the blocks of a part in its place, so that none reaches a page. */
export const PartView: BlockView<'part'> = () => null;
