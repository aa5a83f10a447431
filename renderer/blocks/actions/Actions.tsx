import { classes } from '../classes.ts';
import { Buttons } from '../parts/Buttons.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('actions');

export const ActionsView: BlockView<'actions'> = ({ block, view }) => (
  <Section block={block}>
    <div className={c('root', { align: block.align })}>
      <Buttons actions={block.actions} note={block.note} align={block.align} view={view} />
    </div>
  </Section>
);
