import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import type { sign as signRecipe } from '../../parts/recipes/sign.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { faq } from './recipe.ts';

const c = classes<typeof faq>('faq');
const copy = classes<typeof copyRecipe>('copy');
const sign = classes<typeof signRecipe>('sign');

/** Native disclosures: `details` elements with the same name open one at a time, without script. */
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
