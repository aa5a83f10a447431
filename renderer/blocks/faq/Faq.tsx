import { classes } from '../classes.ts';
import { each } from '../parts/each.ts';
import { Heading } from '../parts/Heading.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('faq');
const copy = classes('copy');
const sign = classes('sign');

/** Native disclosure: details of one name open one at a time, without script. */
export const FaqView: BlockView<'faq'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <div className={c('root', { layout: block.title === undefined ? 'bare' : 'titled' })}>
      {block.title !== undefined && (
        <Heading level={heading} className={c('title')}>
          {view.text(block.title)}
        </Heading>
      )}
      <div className={c('items')}>
        {each(block.items, (item) => (
          <details name={block.id ?? 'faq'} className={c('item')}>
            <summary className={c('question')}>
              {view.text(item.question)}
              <span className={sign('root')} aria-hidden="true" />
            </summary>
            <div className={`${c('answer')} ${copy('root')}`}>{view.prose(item.answer)}</div>
          </details>
        ))}
      </div>
    </div>
  </Section>
);
FaqView.headed = (block) => block.title !== undefined;
