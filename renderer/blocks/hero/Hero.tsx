import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Eyebrow, Heading } from '../../parts/Heading.tsx';
import { Picture } from '../../parts/Picture.tsx';
import type { section as sectionRecipe } from '../../parts/recipes/section.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { hero } from './recipe.ts';

const c = classes<typeof hero>('hero');
const section = classes<typeof sectionRecipe>('section');

export const HeroView: BlockView<'hero'> = ({ block, view, heading = 2 }) => {
  const align = block.align === 'center' ? 'center' : undefined;
  const size = block.imageSize;
  const words = (
    <>
      {block.eyebrow !== undefined && <Eyebrow align={align ?? 'start'}>{view.text(block.eyebrow)}</Eyebrow>}
      <Heading level={heading} size="page">
        {view.text(block.title)}
      </Heading>
      {block.lead !== undefined && <p className={c('lead', { align })}>{view.text(block.lead)}</p>}
      {block.chips && (
        <ul className={c('chips', { align })}>
          {each(block.chips, (chip) => (
            <li className={c('chip')}>{view.text(chip)}</li>
          ))}
        </ul>
      )}
      {block.actions && (
        <div className={c('actions')}>
          <Buttons actions={block.actions} note={block.note} align={align} view={view} />
        </div>
      )}
    </>
  );
  const { image: picture } = block;
  return (
    <section id={block.id} className={`${section('root')} ${c('root', { align })}${toneClass(block.tone)}`}>
      <div className={`${section('body', { width: 'wide' })}${picture ? ` ${c('columns', { align, size })}` : ''}`}>
        <div className={c('body', { align, size })}>{words}</div>
        {picture && (
          <Picture
            asset={picture}
            alt={block.alt === undefined ? '' : view.plain(block.alt)}
            sizes={size === 'small' ? '12rem' : '(min-width:62rem) 30rem, 92vw'}
            fallback={block.fallbackImage}
            first={heading === 1}
            className={c('picture')}
            view={view}
          />
        )}
      </div>
    </section>
  );
};
HeroView.headed = () => true;
