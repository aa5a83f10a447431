import { classes } from '../classes.ts';
import { Buttons } from '../parts/Buttons.tsx';
import { each } from '../parts/each.ts';
import { Heading } from '../parts/Heading.tsx';
import { Intro } from '../parts/Intro.tsx';
import { Outro } from '../parts/Outro.tsx';
import { Points } from '../parts/Points.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';
import { icons } from './icons.ts';

const c = classes('cards');
const copy = classes('copy');
const columnNames = ['one', 'two', 'three', 'four'] as const;

export const CardsView: BlockView<'cards'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <Intro block={block} heading={heading} view={view} />
    <ul className={c('items', { columns: columnNames[(block.columns ?? 3) - 1] })}>
      {each(block.items, (item) => (
        <li className={c('item')}>
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
CardsView.headed = (block) => block.title !== undefined;
