import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import { markOf } from '../../parts/marks.ts';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { list } from './recipe.ts';

const c = classes<typeof list>('list');
const grid = classes<typeof gridRecipe>('grid');

export const ListView: BlockView<'list'> = ({ block, view, heading = 2 }) => {
  const { columns = 1, items } = block;
  const marker = markOf(block) ?? 'dot';
  const kind = items.some(({ title }) => title !== undefined) ? 'titled' : 'bare';
  const Items = marker === 'number' ? 'ol' : 'ul';
  return (
    <Section block={block}>
      <div className={c('root')}>
        {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
        <Items className={`${grid('root', { kind: `${columns}` as '3' })} ${c('items', { kind })}`}>
          {each(items, (item) => (
            <li className={c('item', { marker })}>
              {item.title !== undefined && <p className={c('title')}>{view.text(item.title)}</p>}
              <p className={c('text', { kind })}>{view.text(item.text)}</p>
            </li>
          ))}
        </Items>
      </div>
    </Section>
  );
};
ListView.headed = (block) => block.title !== undefined;
