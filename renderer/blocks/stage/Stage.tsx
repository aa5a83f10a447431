import { classes } from '../../parts/classes.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { stage } from './recipe.ts';

const c = classes<typeof stage>('stage');

/** Contains the steps of a flow. The element inside has the class `stage__screen`. */
export const StageView: BlockView<'stage'> = ({ block, view }) => (
  <div id={block.id} className={c('root') + toneClass(block.tone)}>
    {view.stage}
  </div>
);
StageView.host = true;
