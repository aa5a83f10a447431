import { classes } from '../../parts/classes.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { stage } from './recipe.ts';

const c = classes<typeof stage>('stage');

/** The place of a flow's steps. What stands in it takes the class `stage__screen`. */
export const StageView: BlockView<'stage'> = ({ block, view }) => (
  <div id={block.id} className={c('root') + toneClass(block.tone)}>
    {view.stage}
  </div>
);
StageView.host = true;
