import { icons } from '../../../engine/icons.ts';
import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import { Intro } from '../../parts/Intro.tsx';
import { Outro } from '../../parts/Outro.tsx';
import { Points } from '../../parts/Points.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { cards } from './recipe.ts';

const c = classes<typeof cards>('cards');
const grid = classes<typeof gridRecipe>('grid');
const copy = classes<typeof copyRecipe>('copy');

export const CardsView: BlockView<'cards'> = ({ block, view, heading = 2 }) => {
  const { items, columns = 3 } = block;
  const rows = block.layout === 'rows' ? block.layout : undefined;
  // In a single column the icons are beside the titles.
  const single = rows ? undefined : items.length % 2 === 1 ? 'tablet' : 'phone';
  return (
    <Section block={block}>
      <Intro block={block} heading={heading} view={view} />
      <ul className={(rows ? '' : `${grid('root', { kind: `${columns}` as '4' })} `) + c('items', { layout: rows })}>
        {each(items, (item) => (
          <li className={c('item', { layout: rows, single: item.icon && single })}>
            {item.icon && (
              <svg className={c('icon')} viewBox="0 0 24 24" aria-hidden="true">
                <path d={icons[item.icon]} />
              </svg>
            )}
            {item.eyebrow !== undefined && <p className={c('eyebrow')}>{view.text(item.eyebrow)}</p>}
            <Heading level={block.title === undefined ? 2 : 3} size="item">
              {view.text(item.title)}
            </Heading>
            {item.text && <div className={`${copy('root')} ${c('text')}`}>{view.prose(item.text)}</div>}
            {item.items && <Points items={item.items} view={view} />}
            {item.value !== undefined && <p className={c('value')}>{view.text(item.value)}</p>}
            {item.action && (
              <div className={c('action')}>
                <Buttons actions={[item.action]} view={view} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Outro note={block.note} actions={block.actions} view={view} />
    </Section>
  );
};
CardsView.headed = (block) => block.title !== undefined;
