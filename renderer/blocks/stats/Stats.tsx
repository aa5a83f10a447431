import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { stats } from './recipe.ts';

const c = classes<typeof stats>('stats');
const grid = classes<typeof gridRecipe>('grid');

export const StatsView: BlockView<'stats'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <div className={c('root')}>
      {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
      <dl className={`${grid('root', { kind: 'figures' })} ${c('items')}`}>
        {each(block.items, (item) => (
          <div className={c('item')}>
            <dt className={c('label')}>{view.text(item.label)}</dt>
            <dd className={c('value')}>{view.text(item.value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Section>
);
StatsView.headed = (block) => block.title !== undefined;
