import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Intro } from '../../parts/Intro.tsx';
import { Outro } from '../../parts/Outro.tsx';
import { PlayerFrame } from '../../parts/PlayerFrame.tsx';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { testimonials } from './recipe.ts';

const c = classes<typeof testimonials>('testimonials');
const grid = classes<typeof gridRecipe>('grid');

export const TestimonialsView: BlockView<'testimonials'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <Intro block={block} heading={heading} view={view} />
    <div className={`${grid('root', { kind: '3' })} ${c('items')}`}>
      {each(block.items, ({ name, role, quote, ...video }) => (
        <figure className={c('item')}>
          <PlayerFrame {...video} view={view} />
          <figcaption className={c('words')}>
            <blockquote className={c('quote')}>{view.text(quote)}</blockquote>
            <p className={c('name')}>{view.text(name)}</p>
            <p className={c('role')}>{view.text(role)}</p>
          </figcaption>
        </figure>
      ))}
    </div>
    {block.stats && (
      <dl className={`${grid('root', { kind: 'figures' })} ${c('stats')}`}>
        {each(block.stats, ({ value, label }) => (
          <div className={c('stat')}>
            <dt className={c('label')}>{view.text(label)}</dt>
            <dd className={c('value')}>{view.text(value)}</dd>
          </div>
        ))}
      </dl>
    )}
    <Outro note={block.note} actions={block.actions} view={view} />
  </Section>
);
TestimonialsView.headed = (block) => block.title !== undefined;
