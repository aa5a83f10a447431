import { classes } from '../../parts/classes.ts';
import { Picture } from '../../parts/Picture.tsx';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { image } from './recipe.ts';

const c = classes<typeof image>('image');
const widths = { narrow: '24rem', normal: '44rem', wide: '72rem' } as const;

export const ImageView: BlockView<'image'> = ({ block, view }) => {
  const { width = 'normal' } = block;
  return (
    <Section block={block}>
      <figure className={c('root', { width, device: block.device === 'both' ? undefined : block.device })}>
        <Picture
          asset={block.image}
          alt={view.plain(block.alt)}
          sizes={`min(90vw, ${widths[width]})`}
          fallback={block.fallbackImage}
          first={block.priority ?? false}
          className={c('picture')}
          view={view}
        />
        {block.caption !== undefined && <figcaption className={c('caption')}>{view.text(block.caption)}</figcaption>}
      </figure>
    </Section>
  );
};
