import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Eyebrow, Heading } from '../../parts/Heading.tsx';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import type { intro as introRecipe } from '../../parts/recipes/intro.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { steps } from './recipe.ts';

const c = classes<typeof steps>('steps');
const grid = classes<typeof gridRecipe>('grid');
const intro = classes<typeof introRecipe>('intro');

export const StepsView: BlockView<'steps'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    {block.title !== undefined && (
      <div className={intro('root')}>
        {block.eyebrow !== undefined && <Eyebrow>{view.text(block.eyebrow)}</Eyebrow>}
        <Heading level={heading}>{view.text(block.title)}</Heading>
        {block.lead !== undefined && <p className={intro('lead')}>{view.text(block.lead)}</p>}
      </div>
    )}
    <ol className={`${grid('root', { kind: 'steps' })} ${c('items')}`}>
      {each(block.items, (item, index) => (
        <li className={c('item')}>
          <span className={c('number')} aria-hidden="true">
            {index + 1}
          </span>
          <Heading level={block.title === undefined ? 2 : 3} size="item">
            {view.text(item.title)}
          </Heading>
          {item.text !== undefined && <p className={c('text')}>{view.text(item.text)}</p>}
        </li>
      ))}
    </ol>
  </Section>
);
StepsView.headed = (block) => block.title !== undefined;
