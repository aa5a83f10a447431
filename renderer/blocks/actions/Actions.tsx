import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { actions } from './recipe.ts';

const c = classes<typeof actions>('actions');

export const ActionsView: BlockView<'actions'> = ({ block, view }) => (
  <Section block={block}>
    <div className={c('root', { align: block.align })}>
      <Buttons actions={block.actions} note={block.note} align={block.align} view={view} />
    </div>
  </Section>
);
