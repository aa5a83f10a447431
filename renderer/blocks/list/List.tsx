import { classes } from '../classes.ts';
import { each } from '../parts/each.ts';
import { Heading } from '../parts/Heading.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('list');
const columnNames = [undefined, 'one', 'two', 'three'] as const;

export const ListView: BlockView<'list'> = ({ block, view, heading = 2 }) => {
  const { marker = 'dot', columns = 1 } = block;
  const kind = block.items.some(({ title }) => title !== undefined) ? 'titled' : 'bare';
  const Items = marker === 'number' ? 'ol' : 'ul';
  return (
    <Section block={block}>
      <div className={c('root')}>
        {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
        <Items className={c('items', { kind, columns: columnNames[Math.min(columns, 3)] })}>
          {each(block.items, (item) => (
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
