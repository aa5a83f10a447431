import { classes } from '../../parts/classes.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { split } from './recipe.ts';

const c = classes<typeof split>('split');

export const SplitView: BlockView<'split'> = ({ block, view, heading = 2 }) => {
  const first = block.firstOnPhone === 'aside' ? 'aside' : undefined;
  return (
    <Section block={block} width="wide">
      <div className={c('root')}>
        <div className={c('column')}>{view.blocks(block.main, heading)}</div>
        <div className={c('column', { first })}>{view.blocks(block.aside)}</div>
      </div>
    </Section>
  );
};
SplitView.headed = (block, areHeaded) => areHeaded(block.main);
