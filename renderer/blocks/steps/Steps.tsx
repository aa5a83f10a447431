import { classes } from '../classes.ts';
import { each } from '../parts/each.ts';
import { Heading } from '../parts/Heading.tsx';
import { Intro } from '../parts/Intro.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('steps');
const grid = classes('grid');

export const StepsView: BlockView<'steps'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <Intro block={block} heading={heading} view={view} />
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
