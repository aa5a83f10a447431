import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { Eyebrow, Heading } from '../../parts/Heading.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { Points } from '../../parts/Points.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { portrait } from './recipe.ts';

const c = classes<typeof portrait>('portrait');
const copy = classes<typeof copyRecipe>('copy');

export const PortraitView: BlockView<'portrait'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <div className={c('root')}>
      <figure className={c('figure')}>
        <Picture
          asset={block.image}
          alt={view.plain(block.alt)}
          sizes="(min-width:62rem) 28rem, 90vw"
          className={c('picture')}
          view={view}
        />
        {block.caption !== undefined && <figcaption className={c('caption')}>{view.text(block.caption)}</figcaption>}
      </figure>
      <div className={c('words')}>
        {block.eyebrow !== undefined && <Eyebrow>{view.text(block.eyebrow)}</Eyebrow>}
        <Heading level={heading}>{view.text(block.title)}</Heading>
        {block.body && <div className={copy('root')}>{view.prose(block.body)}</div>}
        {block.quote !== undefined && <blockquote className={c('quote')}>{view.text(block.quote)}</blockquote>}
        {block.items && <Points items={block.items} view={view} />}
        {block.actions && <Buttons actions={block.actions} view={view} />}
      </div>
    </div>
  </Section>
);
PortraitView.headed = () => true;
