import { classes } from '../classes.ts';
import { each } from '../parts/each.ts';
import { Heading } from '../parts/Heading.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('steps');

export const StepsView: BlockView<'steps'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <div className={c('root')}>
      {(block.title !== undefined || block.lead !== undefined) && (
        <div className={c('head')}>
          {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
          {block.lead !== undefined && <p className={c('lead')}>{view.text(block.lead)}</p>}
        </div>
      )}
      <ol className={c('items')}>
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
    </div>
  </Section>
);
StepsView.headed = (block) => block.title !== undefined;
